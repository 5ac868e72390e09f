package org.plimsoll.api;

import java.io.IOException;

/**
 * Reports an address that a target must not connect to, see {@link DriverContext#resolve}. Its
 * message names the address and the permission that is missing.
 */
public final class RefusedAddressException extends IOException {
  private static final long serialVersionUID = 1;

  public RefusedAddressException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
