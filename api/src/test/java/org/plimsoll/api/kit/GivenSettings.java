package org.plimsoll.api.kit;

import java.util.Map;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Settings that have the given texts. */
record GivenSettings(Map<String, String> texts) implements SettingValues {
  @Override
  public <T> T get(Setting<T> setting) {
    return setting.parse(String.valueOf(texts.get(setting.name())));
  }

  @Override
  public boolean isGiven(Setting<?> setting) {
    return texts.containsKey(setting.name());
  }
}
