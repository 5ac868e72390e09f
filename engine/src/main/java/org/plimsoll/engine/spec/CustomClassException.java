package org.plimsoll.engine.spec;

/** A class of the user's did what it must not: the run ends with this sentence. */
public final class CustomClassException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Says what the class of a name did.
   *
   * @param did such as {@code drew the key 7 of 5}
   */
  public CustomClassException(String name, String did) {
    super("custom(" + name + ") " + did);
  }

  /** The class of a name threw something. */
  public CustomClassException(String name, RuntimeException thrown) {
    super("custom(" + name + ") failed: " + thrown, thrown);
  }
}
