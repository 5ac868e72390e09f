package org.plimsoll.driver.kafka;

import java.util.Locale;

/** Which records of transactions a consumer reads. */
enum RecordIsolation {
  READ_UNCOMMITTED,
  READ_COMMITTED;

  /** Returns the value for the client library's property. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
