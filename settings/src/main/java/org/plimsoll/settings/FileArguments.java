package org.plimsoll.settings;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.settings.text.ArrivalText;
import org.plimsoll.settings.text.Call;
import org.plimsoll.settings.text.Forms;
import org.plimsoll.settings.text.KeyDistributionText;
import org.plimsoll.settings.text.RateText;

/**
 * Resolves the paths of files in values, such as {@code csv(rates.csv)}. In a spec file, they are
 * relative to the file's folder, so that a spec and its files can be moved together.
 */
final class FileArguments {
  /**
   * The names of the forms that name a file. The {@code histogram} form of sizes is not among them,
   * because the driver API defines it.
   */
  private static final String NAMES =
      Stream.concat(
              Stream.of(ArrivalText.FORMS, KeyDistributionText.FORMS, RateText.FORMS)
                  .flatMap(Forms::ofFiles),
              Stream.of("histogram"))
          .distinct()
          .collect(Collectors.joining("|"));

  private static final Pattern CALL =
      Pattern.compile("\\b(?<call>" + NAMES + ")\\(\\s*(?<file>[^(),]+)");

  private FileArguments() {}

  /** Returns the request of a spec file, with paths relative to the working directory. */
  static RunRequest of(Path spec, RunRequest request) {
    Path folder = spec.getParent();
    // A pipe has no folder that could contain further files.
    if (folder == null || !Files.isRegularFile(spec)) {
      return request;
    }
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    request.scenarios().forEach((name, own) -> scenarios.put(name, from(folder, own)));
    return new RunRequest(
        request.target(), from(folder, request.values()), request.driverSettings(), scenarios);
  }

  private static Map<String, Given> from(Path folder, Map<String, Given> values) {
    Map<String, Given> all = new LinkedHashMap<>();
    values.forEach((name, given) -> {
      boolean mayName =
          RunSettings.named(name)
                  .filter(setting -> setting.kind() == Setting.Kind.DISTRIBUTION)
                  .isPresent()
              && !Call.nameOf(given.text()).equals(CustomClass.WORD);
      all.put(name, mayName ? new Given(from(folder, given.text()), given.origin()) : given);
    });
    return all;
  }

  private static String from(Path folder, String text) {
    return CALL.matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group("call") + "(" + path(folder, found.group("file").strip())));
  }

  private static String path(Path folder, String file) {
    try {
      return folder.resolve(file).toString();
    } catch (InvalidPathException e) {
      return file; // the text is rejected when the file is read
    }
  }
}
