package org.plimsoll.driver.mongodb;

/** The compression of requests and answers. */
enum Compression {
  NONE,
  ZLIB
}
