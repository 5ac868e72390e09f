package org.plimsoll.api.embedded;

import java.util.List;
import org.plimsoll.api.Setting;

/** Where a write is stored when it is acknowledged. Later constants survive more failures. */
public enum Durability {
  /** The write is in the memory of the process: a kill of the process may lose it. */
  MEMORY("lost if the process is killed"),
  /**
   * The write is in files that the operating system has not synced: a crash of the machine may lose
   * it.
   */
  PAGE_CACHE("lost if the machine crashes"),
  /** The write is on disk: a crash of the machine does not lose it. */
  DISK("synced before a write ends");

  private final String meaning;

  Durability(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the value of the setting and what it guarantees, for the facts of a run. */
  String described() {
    return Setting.choiceText(this) + ": " + meaning;
  }

  /**
   * Returns the setting {@code durability}, which has the same name for all embedded stores.
   *
   * @param choices the values that the store supports
   */
  public static Setting<Durability> setting(Durability defaultValue, Durability... choices) {
    return Setting.choice("durability", Setting.choiceText(defaultValue), List.of(choices))
        .describedAs("where a write is stored when it is acknowledged");
  }
}
