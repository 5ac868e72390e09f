package org.plimsoll.driver.kafka;

import java.util.Locale;

/** The record of a partition that a consumer starts with. */
enum FirstOffset {
  EARLIEST,
  LATEST;

  /** The value of the client library's property. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
