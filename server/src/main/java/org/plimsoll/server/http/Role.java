package org.plimsoll.server.http;

import java.util.Locale;

/** The role of a caller. Each role includes the permissions of those before it. */
public enum Role {
  /** No authentication: the page itself and logging in. */
  ANYBODY,
  /** Reads runs, settings and metrics. */
  VIEWER,
  /** Starts, changes and stops runs. */
  OPERATOR,
  /** Deletes runs and reads the audit log. */
  ADMIN;

  /** Whether this role includes another. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** The name in lower case, as in token files and answers. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
