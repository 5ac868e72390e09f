package org.plimsoll.fleet;

/** The version of the messages between the nodes of a fleet. */
public final class Protocol {
  /**
   * Nodes of other versions are refused. It is increased when a node of the version before would
   * misunderstand a message.
   */
  public static final int VERSION = 7;

  private Protocol() {}
}
