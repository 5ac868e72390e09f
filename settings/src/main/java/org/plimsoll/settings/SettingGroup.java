package org.plimsoll.settings;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings that belong together, in the order in which they are shown. */
public record SettingGroup(String title, List<Setting<?>> settings) {
  public SettingGroup {
    settings = List.copyOf(settings);
  }
}
