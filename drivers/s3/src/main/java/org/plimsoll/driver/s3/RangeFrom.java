package org.plimsoll.driver.s3;

/** The end of an object from which a range is counted. */
enum RangeFrom {
  START,
  END
}
