package org.plimsoll.api.embedded;

import java.util.List;
import org.plimsoll.api.Setting;

/** Where a write is when it is acknowledged, from what the least to what the most survives. */
public enum Durability {
  /** In the memory of the process: a kill of the process may lose the write. */
  MEMORY("lost if the process is killed"),
  /** In files that the operating system has not synced: a crash of the machine may lose it. */
  PAGE_CACHE("lost if the machine crashes"),
  /** On disk. */
  DISK("synced before a write ends");

  private final String meaning;

  Durability(String meaning) {
    this.meaning = meaning;
  }

  /** The words of the setting's value and what they promise, for facts. */
  String described() {
    return Setting.choiceText(this) + ": " + meaning;
  }

  /**
   * The setting {@code durability}, which all embedded stores have under this name.
   *
   * @param choices what the store offers
   */
  public static Setting<Durability> setting(Durability defaultValue, Durability... choices) {
    return Setting.choice("durability", Setting.choiceText(defaultValue), List.of(choices))
        .describedAs("where a write is when it is acknowledged");
  }
}
