package org.plimsoll.driver.s3;

/** Which end of an object a range is counted from. */
enum RangeFrom {
  START,
  END
}
