package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import org.plimsoll.api.SettingValues;

/** Current values of the settings that can change during a run. */
record Choices(
    ConsistencyLevel read,
    ConsistencyLevel write,
    ConsistencyLevel serial,
    int ttlSeconds,
    int pageSize) {
  private static final long MOST_TTL_SECONDS = 20L * 365 * 24 * 3600;

  /** Whether written rows have a time to live. */
  boolean expire() {
    return ttlSeconds > 0;
  }

  static Choices of(SettingValues settings) {
    long nanos = settings.get(CassandraSettings.TTL).toNanos();
    long second = 1_000_000_000L;
    long seconds = Math.ceilDiv(nanos, second);
    if (seconds > MOST_TTL_SECONDS) {
      throw new IllegalArgumentException("ttl: must be at most 20 years, was " + seconds + "s");
    }
    return new Choices(
        settings.get(CassandraSettings.READ_CONSISTENCY),
        settings.get(CassandraSettings.WRITE_CONSISTENCY),
        settings.get(CassandraSettings.SERIAL_CONSISTENCY),
        (int) seconds,
        Math.toIntExact(settings.get(CassandraSettings.PAGE_SIZE)));
  }
}
