package org.plimsoll.driver.hbase;

/** The compression of a new table, with the names of HBase. The servers must support it. */
enum CompressionKind {
  NONE,
  GZ,
  SNAPPY,
  LZ4,
  ZSTD
}
