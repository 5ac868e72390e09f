package org.plimsoll.driver.s3;

/** Where a request contains the name of the bucket: in the path, or in the host name. */
enum Addressing {
  /** In the host name at Amazon, and in the path elsewhere. */
  AUTO,
  TRUE,
  FALSE
}
