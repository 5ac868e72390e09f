package org.plimsoll.driver.kafka;

/** The replicas that must have a record before it is acknowledged. */
enum Acks {
  ALL("all"),
  LEADER("1"),
  NONE("0");

  private final String property;

  Acks(String property) {
    this.property = property;
  }

  /** Returns the value for the client library's property. */
  String property() {
    return property;
  }
}
