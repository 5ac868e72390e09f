package org.plimsoll.driver.cassandrathrift;

import java.util.concurrent.atomic.AtomicBoolean;
import org.plimsoll.api.HostPort;

/** A node of the ring, with its state: up, or down if connections fail. */
final class Node {
  private final HostPort address;
  private final String datacenter;
  private final String rack;
  private final AtomicBoolean up = new AtomicBoolean(true);

  /**
   * Creates a node in the state up.
   *
   * @param datacenter the datacenter; empty if it is unknown
   * @param rack the rack; empty if it is unknown
   */
  Node(HostPort address, String datacenter, String rack) {
    this.address = address;
    this.datacenter = datacenter;
    this.rack = rack;
  }

  HostPort address() {
    return address;
  }

  String datacenter() {
    return datacenter;
  }

  String rack() {
    return rack;
  }

  boolean isUp() {
    return up.get();
  }

  /** Sets the state. Returns whether it has changed. */
  boolean change(boolean isUp) {
    return up.getAndSet(isUp) != isUp;
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
