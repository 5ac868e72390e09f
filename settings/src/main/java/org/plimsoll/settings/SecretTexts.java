package org.plimsoll.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.SecretReference;

/**
 * Replaces references to secrets in driver settings by the secrets. A reference is resolved once,
 * so a later change to the file or the variable does not affect the run in progress.
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
   * Resolves the value of a driver setting if the setting is a secret.
   *
   * @throws InvalidSpecException if there is no such secret
   */
  Given resolved(String name, Given value) {
    if (!isSecret(name) || value.reference() != null) {
      return value;
    }
    try {
      return SecretReference.isOne(value.text())
          ? value.resolvedTo(SecretReference.resolved(value.text()))
          : value;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(name + ": " + e.getMessage(), e);
    }
  }

  /** Resolves the secrets in the driver settings of a request. */
  RunRequest resolved(RunRequest request) {
    Map<String, Given> settings = new LinkedHashMap<>();
    request.driverSettings().forEach((name, value) -> settings.put(name, resolved(name, value)));
    return new RunRequest(request.target(), request.values(), settings, request.scenarios());
  }

  /** Resolves the secrets in texts by path. */
  Map<String, Given> resolved(Map<String, Given> layer) {
    Map<String, Given> all = new LinkedHashMap<>(layer);
    all.replaceAll((path, value) ->
        path.startsWith(SET) ? resolved(path.substring(SET.length()), value) : value);
    return all;
  }

  /** Adds the secrets in a target's URI to a request. Settings of the request override them. */
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
