package org.plimsoll.driver.mongodb;

import com.mongodb.ReadPreference;

/** The members of a replica set to which reads are sent. */
enum ReadFrom {
  PRIMARY,
  PRIMARY_PREFERRED,
  SECONDARY,
  SECONDARY_PREFERRED,
  NEAREST;

  ReadPreference preference() {
    return switch (this) {
      case PRIMARY -> ReadPreference.primary();
      case PRIMARY_PREFERRED -> ReadPreference.primaryPreferred();
      case SECONDARY -> ReadPreference.secondary();
      case SECONDARY_PREFERRED -> ReadPreference.secondaryPreferred();
      case NEAREST -> ReadPreference.nearest();
    };
  }
}
