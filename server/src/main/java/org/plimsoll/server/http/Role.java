package org.plimsoll.server.http;

import java.util.Locale;

/** The role of a caller. Each role includes the permissions of the roles before it. */
public enum Role {
  /** A caller without authentication, who may load the page and log in. */
  ANYBODY,
  /** A caller who may read runs, settings and metrics. */
  VIEWER,
  /** A caller who may also start, change and stop runs. */
  OPERATOR,
  /** A caller who may also delete runs and read the audit log. */
  ADMIN;

  /** Whether this role includes another one. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** Returns the name in lower case, as in token files and responses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
