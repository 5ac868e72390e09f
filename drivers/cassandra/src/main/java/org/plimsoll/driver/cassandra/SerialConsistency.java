package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** The serial consistency level of lightweight transactions. */
enum SerialConsistency {
  SERIAL(DefaultConsistencyLevel.SERIAL),
  LOCAL_SERIAL(DefaultConsistencyLevel.LOCAL_SERIAL);

  private final DefaultConsistencyLevel level;

  SerialConsistency(DefaultConsistencyLevel level) {
    this.level = level;
  }

  DefaultConsistencyLevel level() {
    return level;
  }
}
