package org.plimsoll.driver.mongodb;

import com.mongodb.ReadConcern;

/** The read concern: which writes a read may return. */
enum ReadLevel {
  DEFAULT,
  LOCAL,
  AVAILABLE,
  MAJORITY,
  LINEARIZABLE,
  SNAPSHOT;

  ReadConcern concern() {
    return switch (this) {
      case DEFAULT -> ReadConcern.DEFAULT;
      case LOCAL -> ReadConcern.LOCAL;
      case AVAILABLE -> ReadConcern.AVAILABLE;
      case MAJORITY -> ReadConcern.MAJORITY;
      case LINEARIZABLE -> ReadConcern.LINEARIZABLE;
      case SNAPSHOT -> ReadConcern.SNAPSHOT;
    };
  }
}
