package org.plimsoll.driver.hbase;

/** The compression of a new table, as HBase names it. The servers must support it. */
enum CompressionKind {
  NONE,
  GZ,
  SNAPPY,
  LZ4,
  ZSTD
}
