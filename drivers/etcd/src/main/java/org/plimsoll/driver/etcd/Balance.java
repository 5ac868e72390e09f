package org.plimsoll.driver.etcd;

/** The members that a connection sends requests to. */
enum Balance {
  ROUND_ROBIN,
  PICK_FIRST;

  /** The name of the policy in gRPC. */
  String policy() {
    return this == ROUND_ROBIN ? "round_robin" : "pick_first";
  }
}
