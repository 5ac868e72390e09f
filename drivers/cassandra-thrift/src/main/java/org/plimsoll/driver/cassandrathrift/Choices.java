package org.plimsoll.driver.cassandrathrift;

import java.time.Duration;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.SlicePredicate;
import org.apache.cassandra.thrift.SliceRange;
import org.plimsoll.api.SettingValues;

/**
 * Current values of the settings that can change during a run.
 *
 * @param slice the columns that the operation {@code slice} reads
 */
record Choices(
    ConsistencyLevel read,
    ConsistencyLevel write,
    ConsistencyLevel serial,
    int ttlSeconds,
    int pageSize,
    SlicePredicate slice) {
  private static final long LONGEST_TTL_SECONDS = 20L * 365 * 24 * 60 * 60;

  static Choices of(SettingValues settings) {
    Duration ttl = settings.get(ThriftSettings.TTL);
    long seconds = ttl.plusSeconds(1).minusNanos(1).toSeconds();
    return new Choices(
        settings.get(ThriftSettings.READ_CONSISTENCY),
        settings.get(ThriftSettings.WRITE_CONSISTENCY),
        settings.get(ThriftSettings.SERIAL_CONSISTENCY),
        (int) Math.min(seconds, LONGEST_TTL_SECONDS),
        Math.toIntExact(settings.get(ThriftSettings.PAGE_SIZE)),
        new SlicePredicate()
            .setSlice_range(
                new SliceRange(
                    Columns.utf8(settings.get(ThriftSettings.SLICE_START)),
                    Columns.utf8(settings.get(ThriftSettings.SLICE_FINISH)),
                    settings.get(ThriftSettings.SLICE_REVERSED),
                    Math.toIntExact(settings.get(ThriftSettings.SLICE_COUNT)))));
  }
}
