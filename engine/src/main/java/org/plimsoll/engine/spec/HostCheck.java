package org.plimsoll.engine.spec;

import java.net.URI;

/**
 * Decides which hosts other than the target's may be connected to: those of metrics, telemetry,
 * property sources, notices and actions. It is called right before each connection, because the
 * address of a name may have changed since the run was created. Redirects are never followed.
 */
@FunctionalInterface
public interface HostCheck {
  /** Allows every host. */
  HostCheck ANY = (_, _) -> {};

  /**
   * Checks the hosts of an address.
   *
   * @param path the setting that contains the address
   * @param address address whose scheme and authority are checked
   * @throws InvalidSpecException if the address is not allowed
   */
  void reaches(String path, URI address);
}
