package org.plimsoll.driver.ycsb;

/** The thread of a DB object: a platform thread or a virtual one. */
enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  Thread.Builder builder() {
    return this == PLATFORM
        ? Thread.ofPlatform().daemon().name("ycsb")
        : Thread.ofVirtual().name("ycsb");
  }
}
