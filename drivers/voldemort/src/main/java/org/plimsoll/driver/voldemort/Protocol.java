package org.plimsoll.driver.voldemort;

/** The protocols of the driver, which Voldemort calls request formats. */
enum Protocol {
  VP3,
  PB0
}
