package org.plimsoll.driver.elasticsearch;

import java.util.Locale;

/** When searches see what was written: later, at once, or before the write is acknowledged. */
enum Refresh {
  FALSE,
  TRUE,
  WAIT_FOR;

  /** As the store spells it. */
  String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }
}
