package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.Optional;

/**
 * Who asks.
 *
 * @param name as it stands in the log of events
 */
public record Caller(String name, Role role) {
  private static final String ATTRIBUTE = "caller";

  /** Who asked for this. */
  public static Caller of(Context request) {
    Caller caller = request.attribute(ATTRIBUTE);
    if (caller == null) {
      throw new IllegalStateException("nobody has looked at who asks");
    }
    return caller;
  }

  /** Who asked for this, if anybody has looked. */
  public static Optional<Caller> found(Context request) {
    return Optional.<Caller>ofNullable(request.attribute(ATTRIBUTE))
        .filter(caller -> caller.role() != Role.ANYBODY);
  }

  /** Makes it the caller of this request. */
  public void attachTo(Context request) {
    request.attribute(ATTRIBUTE, this);
  }
}
