package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.SecretReference;

/** The settings of a driver, from the target URI, its credentials and query, and {@code --set}. */
final class DriverSettings {
  private static final String MASK = "***";

  private final TargetUri uri;
  private final String uriOrigin;
  private final Driver driver;
  private final Function<String, Driver> drivers;
  private final Map<String, DiscoverySpec.OfTarget> discoveries;
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final Map<String, DriverSettings> parts = new LinkedHashMap<>();

  /** The resolved values; null until the first request, when all settings are known. */
  private @Nullable SettingValues parsed;

  private DriverSettings(
      TargetUri uri,
      String uriOrigin,
      Function<String, Driver> drivers,
      Map<String, DiscoverySpec.OfTarget> discoveries) {
    this.discoveries = discoveries;
    this.uri = uri;
    this.uriOrigin = uriOrigin;
    this.drivers = drivers;
    this.driver = drivers.apply(uri.scheme());
  }

  /**
   * Checks each setting against the driver's own list.
   *
   * @param discoveries discoveries that a target may refer to, by name
   */
  static DriverSettings resolve(
      Given target,
      Map<String, Given> set,
      Function<String, Driver> drivers,
      Map<String, DiscoverySpec.OfTarget> discoveries) {
    TargetUri uri = TargetUri.parse(target.text());
    DriverSettings settings = new DriverSettings(uri, target.origin(), drivers, discoveries);
    settings.checkDiscovery();
    settings.checkAddress();
    settings.addCredential("user", uri.user());
    settings.addCredential("password", uri.password());
    uri.query().forEach((name, text) -> settings.add(name, new Given(text, Given.TARGET_URI)));
    set.forEach(settings::add);
    settings.checkParts();
    return settings;
  }

  private void checkParts() {
    for (Setting<?> setting : driver.settings()) {
      if (setting.kind() == Setting.Kind.TARGET && !given.containsKey(setting.name())) {
        throw new InvalidSpecException(
            setting.name() + ": must be " + setting.allowed() + ", is missing");
      }
    }
  }

  private void checkDiscovery() {
    String name = uri.discovery();
    if (name != null && !discoveries.containsKey(name)) {
      throw new InvalidSpecException(
          "target: must name a discovery that is given, as in --discovery '"
              + (name.isEmpty() ? "NAME" : name)
              + "=dns(host.example.org)', was '@"
              + name
              + "'"
              + NearestName.suggestion(name, discoveries.keySet()));
    }
  }

  private void checkAddress() {
    try {
      driver.checkAddress(uri.plainAddress());
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException("target: " + e.getMessage(), e);
    }
  }

  private void addCredential(String name, @Nullable String text) {
    if (text == null) {
      return;
    }
    if (driver.settings().stream().noneMatch(setting -> setting.name().equals(name))) {
      throw new InvalidSpecException(
          "target: must have no "
              + name
              + ", as the driver '"
              + driver.name()
              + "' takes none, was '"
              + uri.shown((_, _) -> MASK)
              + "'");
    }
    add(name, new Given(text, Given.TARGET_URI));
  }

  private void add(String name, Given value) {
    List<String> known = driver.settings().stream().map(Setting::name).toList();
    Setting<?> setting =
        driver.settings().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new InvalidSpecException(
                    name
                        + " is not a setting of the driver '"
                        + driver.name()
                        + "'"
                        + (known.isEmpty()
                            ? ", which has none"
                            : NearestName.suggestion(name, known))));
    Given resolved = new SecretTexts(driver).resolved(name, value);
    try {
      setting.parse(resolved.text());
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
    }
    if (setting.kind() == Setting.Kind.TARGET) {
      addPart(name, resolved);
    }
    given.put(name, resolved);
  }

  private void addPart(String name, Given value) {
    try {
      parts.put(name, resolve(value, Map.of(), drivers, discoveries));
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException(name + ": " + e.getMessage(), e);
    }
  }

  String name() {
    return driver.name();
  }

  /** Returns whether a setting is a secret; an unknown setting is treated as a secret. */
  boolean isSecret(String name) {
    return driver.settings().stream()
        .filter(setting -> setting.name().equals(name))
        .findFirst()
        .map(Setting::secret)
        .orElse(true);
  }

  Set<OperationType> operations() {
    Set<OperationType> operations = new LinkedHashSet<>(driver.operations(values()));
    if (operations.containsAll(Set.of(OperationType.READ, OperationType.UPDATE))) {
      operations.add(OperationType.READ_MODIFY_WRITE); // composed by the engine
    }
    return operations;
  }

  private SettingValues values() {
    SettingValues known = parsed;
    if (known == null) {
      Map<String, String> texts = new LinkedHashMap<>();
      given.forEach((name, value) -> texts.put(name, value.text()));
      known = ParsedSettings.of(driver.settings(), texts);
      parsed = known;
    }
    return known;
  }

  /** Returns whether an update may write only some fields of a row. */
  boolean updatesFields() {
    return driver.capabilities(values()).contains(Capability.UPDATES_FIELDS);
  }

  boolean returnsRows() {
    return driver.capabilities().contains(Capability.RETURNS_ROWS);
  }

  /**
   * Checks that the driver returns rows that can be verified.
   *
   * @param setting name of the requiring setting, for messages
   * @param fieldNames fields of the longest row
   */
  void requireRows(String setting, List<String> fieldNames) {
    driver
        .rowsNeed(values(), fieldNames)
        .ifPresent(need -> {
          throw new InvalidSpecException(
              setting
                  + ": must be false, because rows that '"
                  + driver.name()
                  + "' reads cannot be verified: that needs "
                  + need
                  + ", was 'true'");
        });
  }

  TargetSpec target(int sessions) {
    Map<String, String> texts = new LinkedHashMap<>();
    given.forEach((name, value) -> texts.put(name, value.text()));
    Map<String, TargetSpec> its = new LinkedHashMap<>();
    parts.forEach((name, part) -> its.put(name, part.target(0)));
    String discovery = uri.discovery();
    return new TargetSpec(
        shownUri(),
        uri.scheme(),
        uri.address(),
        texts,
        sessions,
        its,
        discovery == null ? null : discoveries.get(discovery));
  }

  /** Target and driver settings with their origins, secrets masked. */
  List<ResolvedRun.Value> shownValues() {
    List<ResolvedRun.Value> story = new ArrayList<>();
    story.add(new ResolvedRun.Value("target", shownUri(), uriOrigin));
    for (Setting<?> setting : driver.settings()) {
      Given value = given.get(setting.name());
      if (value == null && setting.defaultText() != null) {
        value = Given.byDefault(setting.defaultText());
      }
      if (value != null) {
        story.add(
            new ResolvedRun.Value("set." + setting.name(), shown(setting, value), value.origin()));
      }
    }
    return story;
  }

  private String shownUri() {
    return uri.shown((name, text) -> {
      boolean isPassword = name.equals("password"); // even if it is not declared as secret
      return isPassword && !SecretReference.isOne(text)
          ? MASK
          : driver.settings().stream()
              .filter(setting -> setting.name().equals(name))
              .findFirst()
              .map(setting -> shown(setting, new Given(text, Given.TARGET_URI)))
              .orElse(MASK);
    });
  }

  /**
   * Returns a value with masked secrets, including secrets in the URI of a part. A reference to a
   * secret is shown, so that an interrupted run can be resumed with it.
   */
  private String shown(Setting<?> setting, Given value) {
    String text = value.text();
    if (setting.secret()) {
      String reference = value.reference();
      if (reference != null) {
        return reference;
      }
      // A default or an empty text is no secret.
      boolean isShown = value.isDefault() || text.isEmpty() || SecretReference.isOne(text);
      return isShown ? text : MASK;
    }
    DriverSettings part = parts.get(setting.name());
    return part == null ? text : part.shownUri();
  }
}
