package org.plimsoll.driver.elasticsearch;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * The names of the index for new rows, and of all indexes that may contain rows. Times are in UTC.
 */
final class IndexNames {
  private final String base;
  private final IndexRoll roll;
  private final InstantSource clock;
  private volatile Current current;

  /** The current index, with the time at which the next one starts. */
  private record Current(String name, long untilMillis) {}

  IndexNames(String base, IndexRoll roll, InstantSource clock) {
    this.base = base;
    this.roll = roll;
    this.clock = clock;
    current = at(clock.millis());
  }

  private Current at(long millis) {
    ZonedDateTime time = java.time.Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    return new Current(base + roll.suffix(time), roll.next(time).toInstant().toEpochMilli());
  }

  String base() {
    return base;
  }

  boolean rolls() {
    return roll != IndexRoll.NONE;
  }

  /** Returns the index for new rows. */
  String written() {
    Current now = current;
    long millis = clock.millis();
    if (millis >= now.untilMillis()) {
      now = at(millis);
      current = now;
    }
    return now.name();
  }

  /**
   * Returns a pattern for all indexes that may contain rows. It also matches the indexes of later
   * years.
   */
  String all() {
    return rolls() ? base + "-2*" : base;
  }
}
