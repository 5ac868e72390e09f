package org.plimsoll.driver.ycsb;

/** What runs a DB object: a thread of the operating system, or a virtual one. */
enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  Thread.Builder builder() {
    return this == PLATFORM
        ? Thread.ofPlatform().daemon().name("ycsb")
        : Thread.ofVirtual().name("ycsb");
  }
}
