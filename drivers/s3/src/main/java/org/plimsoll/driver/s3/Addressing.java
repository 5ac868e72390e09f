package org.plimsoll.driver.s3;

/** Where a request contains the name of the bucket: in the path, or in the host name. */
enum Addressing {
  /** The bucket is in the host name for Amazon, and in the path for other stores. */
  AUTO,
  TRUE,
  FALSE
}
