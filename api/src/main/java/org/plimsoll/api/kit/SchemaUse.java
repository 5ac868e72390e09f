package org.plimsoll.api.kit;

import org.plimsoll.api.Setting;

/**
 * Defines whether a run creates and drops the container of its rows, such as a table, index or
 * topic.
 */
public enum SchemaUse {
  /** Creates the container if it is missing. */
  CREATE,
  /** Drops an existing container, and creates it again. */
  RECREATE,
  /** Like {@link #RECREATE}, and also drops the container at the end of the run. */
  TEMPORARY,
  /** Creates and drops nothing. The container must exist. */
  NONE;

  /** The setting for these values; each driver describes what it creates and drops. */
  public static final Setting<SchemaUse> SETTING = Setting.choice("schema", CREATE);

  /** Returns whether an existing container is dropped before the run. */
  public boolean dropsFirst() {
    return this == RECREATE || this == TEMPORARY;
  }
}
