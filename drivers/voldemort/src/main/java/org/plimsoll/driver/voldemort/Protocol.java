package org.plimsoll.driver.voldemort;

/** The supported protocols, which Voldemort calls request formats. */
enum Protocol {
  VP3,
  PB0
}
