package org.plimsoll.driver.http;

/** Handling of redirects: failures, or followed. */
enum Redirects {
  FAIL,
  FOLLOW
}
