package org.plimsoll.engine.spec;

/** Reports that a user's class failed or broke its contract. The run ends with this message. */
public final class CustomClassException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Reports that a user's class broke its contract.
   *
   * @param did such as {@code drew key 7, allowed are positions from 0 to below 5}
   */
  public CustomClassException(String name, String did) {
    super("custom(" + name + ") " + did);
  }

  /** Reports that a user's class threw an exception. */
  public CustomClassException(String name, RuntimeException thrown) {
    super("custom(" + name + ") failed: " + thrown, thrown);
  }
}
