package org.plimsoll.driver.http;

/** Handling of redirects: as failures, or by following them. */
enum Redirects {
  FAIL,
  FOLLOW
}
