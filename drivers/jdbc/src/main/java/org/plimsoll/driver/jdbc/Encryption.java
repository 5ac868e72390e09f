package org.plimsoll.driver.jdbc;

/** Whether connections are encrypted, and whether the server certificate is verified. */
enum Encryption {
  OFF,
  REQUIRE,
  VERIFY
}
