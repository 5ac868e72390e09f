package org.plimsoll.driver.elasticsearch;

import java.util.Locale;

/** When a write becomes searchable: later, immediately, or before it is acknowledged. */
enum Refresh {
  FALSE,
  TRUE,
  WAIT_FOR;

  /** The value of the request parameter. */
  String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }
}
