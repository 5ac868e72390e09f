package org.plimsoll.driver.http;

/** The version of HTTP. */
enum Version {
  HTTP1,
  HTTP2
}
