package org.plimsoll.server.http;

import java.util.Locale;

/** What somebody may do; each may also do what those before it may. */
public enum Role {
  /** Anybody: the page itself and signing in. */
  ANYBODY,
  /** Looks at everything. */
  VIEWER,
  /** Starts, changes and stops runs. */
  OPERATOR,
  /** Deletes runs, and reads who did what. */
  ADMIN;

  /** Whether this is enough. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** As it is written. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
