package org.plimsoll.driver.mongodb;

/** How requests and answers are compressed. */
enum Compression {
  NONE,
  ZLIB
}
