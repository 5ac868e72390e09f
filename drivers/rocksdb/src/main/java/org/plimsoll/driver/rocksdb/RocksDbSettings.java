package org.plimsoll.driver.rocksdb;

import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;

/** Settings of {@code rocksdb}. */
final class RocksDbSettings {
  enum Compression {
    NONE,
    SNAPPY,
    LZ4,
    ZSTD
  }

  static final Setting<Long> BLOCK_CACHE =
      Setting.bytes("block-cache", "32MiB").describedAs("cache of uncompressed blocks; 0: none");

  static final Setting<Durability> DURABILITY =
      Durability.setting(
              Durability.PAGE_CACHE, Durability.MEMORY, Durability.PAGE_CACHE, Durability.DISK)
          .asLive();

  static final Setting<Compression> COMPRESSION =
      Setting.choice("compression", Compression.SNAPPY)
          .describedAs("compression of blocks: none, snappy, lz4 or zstd");

  static final Setting<Long> WRITE_BUFFER =
      Setting.bytes("write-buffer", "64MiB")
          .describedAs("size at which a memory table is written to disk");

  static final Setting<Long> BLOOM_BITS =
      Setting.count("bloom-bits", "0", 0, 64)
          .describedAs("bits for each key in the Bloom filters; 0: no filters");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, BLOCK_CACHE, COMPRESSION, WRITE_BUFFER, BLOOM_BITS);

  private RocksDbSettings() {}
}
