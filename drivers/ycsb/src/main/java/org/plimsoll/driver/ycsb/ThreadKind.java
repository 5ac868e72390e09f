package org.plimsoll.driver.ycsb;

/** The kind of thread for a DB object: platform or virtual. */
enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  Thread.Builder builder() {
    return this == PLATFORM
        ? Thread.ofPlatform().daemon().name("ycsb")
        : Thread.ofVirtual().name("ycsb");
  }
}
