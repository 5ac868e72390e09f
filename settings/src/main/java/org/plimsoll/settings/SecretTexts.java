package org.plimsoll.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.SecretReference;

/**
 * The secrets of a target among what is asked for: references are replaced by what they stand for,
 * once, so that a file or a variable that changes does not change a run that goes on.
 */
final class SecretTexts {
  private static final String SET = "set.";

  private final Driver driver;

  SecretTexts(Driver driver) {
    this.driver = driver;
  }

  private boolean isSecret(String name) {
    return driver.settings().stream()
        .anyMatch(setting -> setting.name().equals(name) && setting.secret());
  }

  /**
   * A value of one of the driver's settings.
   *
   * @throws InvalidSpecException when it refers to nothing
   */
  Given resolved(String name, Given value) {
    if (!isSecret(name)) {
      return value;
    }
    try {
      return new Given(SecretReference.resolved(value.text()), value.origin());
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(name + ": " + e.getMessage(), e);
    }
  }

  /** The same request. */
  RunRequest resolved(RunRequest request) {
    Map<String, Given> settings = new LinkedHashMap<>();
    request.driverSettings().forEach((name, value) -> settings.put(name, resolved(name, value)));
    return new RunRequest(request.target(), request.values(), settings, request.scenarios());
  }

  /** The same texts by path. */
  Map<String, Given> resolved(Map<String, Given> layer) {
    Map<String, Given> all = new LinkedHashMap<>(layer);
    all.replaceAll((path, value) ->
        path.startsWith(SET) ? resolved(path.substring(SET.length()), value) : value);
    return all;
  }

  /** A request with what the references within a target's URI stand for, below its settings. */
  RunRequest overUri(TargetUri uri, RunRequest request) {
    Map<String, Given> settings = new LinkedHashMap<>();
    addReference("password", uri.password(), settings);
    uri.query().forEach((name, text) -> addReference(name, text, settings));
    settings.putAll(request.driverSettings());
    return new RunRequest(request.target(), request.values(), settings, request.scenarios());
  }

  private void addReference(String name, @Nullable String text, Map<String, Given> settings) {
    if (text != null && SecretReference.isOne(text) && isSecret(name)) {
      settings.put(name, resolved(name, new Given(text, Given.TARGET_URI)));
    }
  }
}
