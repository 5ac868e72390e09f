package org.plimsoll.driver.elasticsearch;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** The index that rows go to now, and those that they may be in. Times are in UTC. */
final class IndexNames {
  private final String base;
  private final IndexRoll roll;
  private final InstantSource clock;
  private volatile Current current;

  /** An index, until the next one begins. */
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

  /** The index that rows are written to now. */
  String written() {
    Current now = current;
    long millis = clock.millis();
    if (millis >= now.untilMillis()) {
      now = at(millis);
      current = now;
    }
    return now.name();
  }

  /** All indexes that rows may be in; as a pattern, which those of years to come match too. */
  String all() {
    return rolls() ? base + "-2*" : base;
  }
}
