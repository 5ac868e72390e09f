package org.plimsoll.server.security;

import org.eclipse.jetty.http.HttpFields;

/** The security headers of all responses, including those that Jetty creates. */
final class Headers {
  /** The content security policy of the page; a report has its own policy. */
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none';"
          + " form-action 'self'";

  private Headers() {}

  static void put(HttpFields.Mutable fields) {
    fields.put("Content-Security-Policy", POLICY);
    fields.put("X-Content-Type-Options", "nosniff");
    fields.put("Referrer-Policy", "no-referrer");
    fields.put("X-Frame-Options", "DENY");
    fields.put("Cross-Origin-Resource-Policy", "same-origin");
    fields.put("Cross-Origin-Opener-Policy", "same-origin");
  }
}
