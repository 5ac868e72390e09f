package org.plimsoll.driver.etcd;

/** How a connection distributes requests over the members. */
enum Balance {
  ROUND_ROBIN,
  PICK_FIRST;

  /** Returns the name of the policy in gRPC. */
  String policy() {
    return this == ROUND_ROBIN ? "round_robin" : "pick_first";
  }
}
