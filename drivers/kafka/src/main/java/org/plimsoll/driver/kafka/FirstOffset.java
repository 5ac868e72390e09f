package org.plimsoll.driver.kafka;

import java.util.Locale;

/** The position in a partition at which a consumer starts. */
enum FirstOffset {
  EARLIEST,
  LATEST;

  /** Returns the value for the client library's property. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
