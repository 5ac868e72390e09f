package org.plimsoll.driver.mongodb;

import com.mongodb.WriteConcern;
import org.plimsoll.api.Quantities;

/** Parses write concerns. */
final class WriteConcerns {
  static final String ALLOWED = "default, majority, or the number of members from 1 to 50";

  private static final int MAX_MEMBERS = 50;

  private WriteConcerns() {}

  /** Parses a write concern. {@code 0} is refused, because its writes have no answer to measure. */
  static WriteConcern parse(String text) {
    return switch (text) {
      case "default" -> WriteConcern.ACKNOWLEDGED;
      case "majority" -> WriteConcern.MAJORITY;
      default -> {
        long members = Quantities.parseCount(text);
        if (members < 1 || members > MAX_MEMBERS) {
          throw new IllegalArgumentException("must be " + ALLOWED);
        }
        yield new WriteConcern((int) members);
      }
    };
  }
}
