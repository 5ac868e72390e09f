package org.plimsoll.driver.dynomite;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext.Counter;

/**
 * Selects the connection for a key, and counts the operations that are sent outside the local rack.
 */
final class Router {
  private final KeyHash hash;
  private final Counter otherRacks;

  Router(KeyHash hash, Counter otherRacks) {
    this.hash = hash;
    this.otherRacks = otherRacks;
  }

  long hash(byte[] key) {
    return hash.of(key);
  }

  /**
   * Returns a connection to the owner of a hash, reserved for the request, or null if there is
   * none.
   */
  @Nullable Wire route(long hashOfKey, DynomiteRequest request, Lane lane) {
    Lane.Route route = lane.route(hashOfKey);
    if (route == null) {
      return null;
    }
    if (route.rack() > 0) {
      otherRacks.add(1);
    }
    request.uses(route.wire());
    return route.wire();
  }
}
