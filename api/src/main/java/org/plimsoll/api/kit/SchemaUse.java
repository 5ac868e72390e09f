package org.plimsoll.api.kit;

import org.plimsoll.api.Setting;

/** Whether a run creates and drops what has its rows, such as a table, an index or a topic. */
public enum SchemaUse {
  /** Creates what is missing. */
  CREATE,
  /** Drops what is there, and creates it. */
  RECREATE,
  /** As {@link #RECREATE}, and drops it at the end of the run. */
  TEMPORARY,
  /** Creates and drops nothing: everything must exist. */
  NONE;

  /** The setting; each driver describes what it creates and drops. */
  public static final Setting<SchemaUse> SETTING = Setting.choice("schema", CREATE);

  /** Whether what is there is dropped before the run. */
  public boolean dropsFirst() {
    return this == RECREATE || this == TEMPORARY;
  }
}
