package org.plimsoll.fleet;

/** The version of the messages between the nodes of a fleet. */
public final class Protocol {
  /**
   * The protocol version. A node with another version is rejected. It must be increased when an
   * older node would misunderstand a message.
   */
  public static final int VERSION = 8;

  private Protocol() {}
}
