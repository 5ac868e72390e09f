package org.plimsoll.driver.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * The driver for RocksDB in this process: with a temporary database, or the one in the folder of
 * the target.
 */
public final class RocksDbDriver implements Driver {
  enum Compression {
    NONE,
    SNAPPY,
    LZ4,
    ZSTD
  }

  static final Setting<Long> BLOCK_CACHE =
      Setting.bytes("block-cache", "32MiB").describedAs("cache of uncompressed blocks; 0 = none");

  static final Setting<Boolean> WAL =
      Setting.flag("wal", true).describedAs("whether writes go to the write-ahead log").asLive();

  static final Setting<Boolean> SYNC =
      Setting.flag("sync", false)
          .describedAs("whether a write waits until the log is synced to disk; needs wal")
          .asLive();

  static final Setting<Compression> COMPRESSION =
      Setting.choice("compression", Compression.SNAPPY).describedAs("compression of blocks");

  static final Setting<Long> WRITE_BUFFER =
      Setting.bytes("write-buffer", "64MiB")
          .describedAs("size of a memory table before it is written to disk");

  static final Setting<Long> BLOOM_BITS =
      Setting.count("bloom-bits", "0", 0, 64)
          .describedAs("bits per key of the Bloom filters; 0 = no filters");

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String description() {
    return "RocksDB, embedded: rocksdb: in a temporary folder, rocksdb:/path in a permanent one.";
  }

  @Override
  public List<String> targetForms() {
    return List.of("rocksdb:", "rocksdb:/path");
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(BLOCK_CACHE, WAL, SYNC, COMPRESSION, WRITE_BUFFER, BLOOM_BITS);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.EMBEDDED, Capability.RETURNS_ROWS, Capability.BURNS_CPU);
  }

  @Override
  public Client open(DriverContext context) throws IOException {
    NativeLibrary.load(context.temporaryFolder());
    String address = context.address();
    if (address.isEmpty()) {
      return RocksDbClient.open(context, context.temporaryFolder().resolve("rocksdb"), true);
    }
    String path = address.startsWith("//") ? address.substring(2) : address;
    return RocksDbClient.open(context, Path.of(path).toAbsolutePath().normalize(), false);
  }
}
