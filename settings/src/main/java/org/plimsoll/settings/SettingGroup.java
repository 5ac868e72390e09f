package org.plimsoll.settings;

import java.util.List;
import org.plimsoll.api.Setting;

/** A group of related settings, in the order in which they are shown. */
public record SettingGroup(String title, List<Setting<?>> settings) {
  public SettingGroup {
    settings = List.copyOf(settings);
  }
}
