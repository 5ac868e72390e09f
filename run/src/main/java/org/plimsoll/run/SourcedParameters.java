package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.LiveParameters;
import org.plimsoll.settings.ParameterPaths;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.source.PropertySources;

/** Creates the parameters of a run that starts with the values of its property sources. */
final class SourcedParameters {
  private SourcedParameters() {}

  /**
   * Resolves the parameters. The message of an error in a source names the source.
   *
   * @throws InvalidSpecException if a setting is invalid or the guard rejects it
   */
  static LiveParameters of(
      RunRequest file,
      PropertySources sources,
      RunRequest commandLine,
      Drivers drivers,
      RunGuard guard) {
    Map<String, Map<String, String>> said = sources.begins();
    String scheme = ParameterPaths.scheme(file.overriddenBy(commandLine));
    said.values().forEach(texts -> texts.forEach((path, text) -> guard.asked(path, text, scheme)));
    try {
      return LiveParameters.of(file, said, commandLine, drivers);
    } catch (InvalidSpecException e) {
      List<String> names =
          said.keySet().stream()
              .filter(name -> !said.getOrDefault(name, Map.of()).isEmpty())
              .toList();
      if (!names.isEmpty()) {
        LiveParameters _ = LiveParameters.of(file, Map.of(), commandLine, drivers);
        throw new InvalidSpecException(
            "properties: " + String.join(", ", names) + ": " + e.getMessage(), e);
      }
      throw e;
    }
  }
}
