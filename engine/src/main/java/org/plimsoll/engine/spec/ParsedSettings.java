package org.plimsoll.engine.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** A driver's settings, parsed from text. */
public final class ParsedSettings implements SettingValues {
  private final Map<String, Object> values = new HashMap<>();
  private final Set<String> known;
  private final Set<String> given;

  private ParsedSettings(Set<String> known, Set<String> given) {
    this.known = known;
    this.given = given;
  }

  /**
   * Parses the given settings and fills in defaults for the others.
   *
   * @throws InvalidSpecException for an unknown name or a value that is not allowed
   */
  public static ParsedSettings of(List<Setting<?>> settings, Map<String, String> given) {
    List<String> names = settings.stream().map(Setting::name).toList();
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        throw new InvalidSpecException(
            name + " is not a setting of the driver" + NearestName.suggestion(name, names));
      }
    }
    ParsedSettings parsed = new ParsedSettings(Set.copyOf(names), Set.copyOf(given.keySet()));
    for (Setting<?> setting : settings) {
      String text = given.getOrDefault(setting.name(), setting.defaultText());
      if (text == null) {
        continue;
      }
      try {
        parsed.values.put(setting.name(), setting.parse(text));
      } catch (IllegalArgumentException e) {
        throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
      }
    }
    return parsed;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T get(Setting<T> setting) {
    Object value = values.get(setting.name());
    if (value == null) {
      throw new IllegalArgumentException(
          known.contains(setting.name())
              ? "the setting " + setting.name() + " has neither a value nor a default"
              : "the driver does not list the setting " + setting.name());
    }
    return (T) value;
  }

  @Override
  public boolean isGiven(Setting<?> setting) {
    return given.contains(setting.name());
  }
}
