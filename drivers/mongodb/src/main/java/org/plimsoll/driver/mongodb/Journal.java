package org.plimsoll.driver.mongodb;

import com.mongodb.WriteConcern;

/** Whether a write waits until the server's journal is on disk. */
enum Journal {
  DEFAULT,
  TRUE,
  FALSE;

  WriteConcern with(WriteConcern concern) {
    return this == DEFAULT ? concern : concern.withJournal(this == TRUE);
  }
}
