package org.plimsoll.driver.http;

/** What an answer that points elsewhere is. */
enum Redirects {
  FAIL,
  FOLLOW
}
