package org.plimsoll.driver.kafka;

import java.util.Locale;

/** The compression of a batch of records. */
enum BatchCompression {
  NONE,
  GZIP,
  SNAPPY,
  LZ4,
  ZSTD;

  /** Returns the value for the client library's property. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
