package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.Optional;

/**
 * The caller of a request.
 *
 * @param name name of the caller in event logs and in the audit log
 */
public record Caller(String name, Role role) {
  private static final String ATTRIBUTE = "caller";

  /** Returns the caller of this request. */
  public static Caller of(Context request) {
    Caller caller = request.attribute(ATTRIBUTE);
    if (caller == null) {
      throw new IllegalStateException("the caller of the request is not set");
    }
    return caller;
  }

  /** Returns the caller of this request; empty if it is not authenticated. */
  public static Optional<Caller> found(Context request) {
    return Optional.<Caller>ofNullable(request.attribute(ATTRIBUTE))
        .filter(caller -> caller.role() != Role.ANYBODY);
  }

  /** Sets this as the caller of a request. */
  public void attachTo(Context request) {
    request.attribute(ATTRIBUTE, this);
  }
}
