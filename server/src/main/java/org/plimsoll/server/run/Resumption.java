package org.plimsoll.server.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.TuneSettings;

/**
 * Creates the request for a run that continues an interrupted one, with its values, live changes
 * and seed. The fill is omitted, because the rows exist.
 */
public final class Resumption {
  private static final String MASK = "***";
  private static final String TARGET = "target";
  private static final String SET = "set.";
  private static final String SCENARIO = "scenario/";

  /** Settings for the start of a run, which a resumed run does not need because its rows exist. */
  private static final List<String> BEGIN =
      List.of("fill", "fill-mode", "fill-from", "fill-shard", "handshake", "no-fill");

  /** Settings that a search determines itself. */
  private static final List<String> DECIDED = List.of("forever", "model", "iterations");

  /**
   * Thrown if a run needs secrets that were given as text, not by reference, and were therefore not
   * stored.
   */
  public static final class SecretsNeededException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient List<String> paths;

    SecretsNeededException(List<String> paths) {
      super(
          String.join(", ", paths)
              + (paths.size() == 1 ? " is a secret, which is" : " are secrets, which are")
              + " not stored");
      this.paths = List.copyOf(paths);
    }

    /** Returns the parameters that must be given, such as {@code set.password}. */
    public List<String> paths() {
      return paths;
    }
  }

  private Resumption() {}

  /**
   * Creates the request. References to secrets are resolved again.
   *
   * @param secrets missing secrets by parameter; an empty text stands for no secret
   * @throws IOException if the folder cannot be read
   * @throws SecretsNeededException if a needed secret is missing
   * @throws InvalidSpecException if a secret is given that the run does not need
   */
  public static RunRequest of(RecordedRun broken, Drivers drivers, Map<String, String> secrets)
      throws IOException, SecretsNeededException {
    Map<String, String> texts = texts(broken);
    List<String> needed = needed(texts);
    for (String path : secrets.keySet()) {
      if (!needed.contains(path)) {
        throw new InvalidSpecException(
            path
                + " is not a secret that this run needs"
                + (needed.isEmpty() ? "" : NearestName.suggestion(path, needed)));
      }
    }
    List<String> missing = needed.stream().filter(path -> !secrets.containsKey(path)).toList();
    if (!missing.isEmpty()) {
      throw new SecretsNeededException(missing);
    }
    texts.computeIfPresent(TARGET, (_, text) -> withoutMasked(text));
    secrets.forEach((path, text) -> {
      if (text.isEmpty()) {
        texts.remove(path);
      } else {
        texts.put(path, text);
      }
    });
    BEGIN.forEach(texts::remove);
    if (texts.containsKey(TuneSettings.METHOD.name())) {
      DECIDED.forEach(texts::remove);
    }
    // A default that is given counts as set, and some settings exclude each other.
    RunSettings.all().forEach(setting -> texts.remove(setting.name(), setting.defaultText()));
    TuneSettings.group().settings().stream()
        .filter(setting -> !setting.equals(TuneSettings.METHOD))
        .forEach(setting -> texts.remove(setting.name(), setting.defaultText()));
    String target = String.valueOf(texts.get(TARGET));
    drivers
        .named(target.substring(0, Math.max(0, target.indexOf(':'))))
        .settings()
        .forEach(setting -> texts.remove(SET + setting.name(), setting.defaultText()));
    texts.put("no-fill", "true");
    return request(texts, "run " + broken.run().id());
  }

  /** Returns the values of the interrupted run, including live changes. */
  private static Map<String, String> texts(RecordedRun broken) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    broken.run().spec().forEach((path, text) -> texts.put(path, String.valueOf(text)));
    // The recorded events of a long run do not include all changes.
    RunReader.forEachChange(
        broken.folder(),
        change -> {
          if (texts.containsKey(change.parameter()) && !change.after().isEmpty()) {
            texts.put(change.parameter(), change.after());
          }
        });
    return texts;
  }

  /** Returns the parameters with a masked value, including those in the target's URI. */
  private static List<String> needed(Map<String, String> texts) {
    return texts.entrySet().stream()
        .filter(each -> each.getValue().contains(MASK))
        .map(Map.Entry::getKey)
        .filter(path -> !path.equals(TARGET))
        .toList();
  }

  private static String withoutMasked(String target) {
    return target.contains(MASK)
        ? TargetUri.parse(target).withoutMasked().shown((_, text) -> text)
        : target;
  }

  private static RunRequest request(Map<String, String> texts, String origin) {
    Map<String, Given> values = new LinkedHashMap<>();
    Map<String, Given> settings = new LinkedHashMap<>();
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    texts.forEach((path, text) -> {
      Given given = new Given(text, origin);
      if (path.startsWith(SET)) {
        settings.put(path.substring(SET.length()), given);
      } else if (path.startsWith(SCENARIO)) {
        int slash = path.indexOf('/', SCENARIO.length());
        scenarios
            .computeIfAbsent(path.substring(SCENARIO.length(), slash), _ -> new LinkedHashMap<>())
            .put(path.substring(slash + 1), given);
      } else if (!path.equals(TARGET)) {
        values.put(path, given);
      }
    });
    Given target = new Given(String.valueOf(texts.get(TARGET)), origin);
    return new RunRequest(target, values, settings, scenarios);
  }
}
