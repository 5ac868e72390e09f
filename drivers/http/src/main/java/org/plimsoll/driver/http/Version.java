package org.plimsoll.driver.http;

/** Which HTTP is spoken. */
enum Version {
  HTTP1,
  HTTP2
}
