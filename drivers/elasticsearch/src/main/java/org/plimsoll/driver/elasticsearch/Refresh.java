package org.plimsoll.driver.elasticsearch;

import java.util.Locale;

/**
 * When a write becomes searchable: at the next refresh, immediately, or before it is acknowledged.
 */
enum Refresh {
  FALSE,
  TRUE,
  WAIT_FOR;

  /** Returns the value of the request parameter. */
  String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }
}
