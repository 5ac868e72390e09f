package org.plimsoll.driver.jdbc;

/** Whether connections are encrypted, and what is checked of the server's certificate. */
enum Encryption {
  OFF,
  REQUIRE,
  VERIFY
}
