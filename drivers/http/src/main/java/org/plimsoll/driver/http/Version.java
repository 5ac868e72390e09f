package org.plimsoll.driver.http;

/** Version of HTTP. */
enum Version {
  HTTP1,
  HTTP2
}
