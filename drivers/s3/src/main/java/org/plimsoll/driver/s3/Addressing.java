package org.plimsoll.driver.s3;

/** How the bucket is named in a request. */
enum Addressing {
  /** In the host name at Amazon, in the path elsewhere. */
  AUTO,
  TRUE,
  FALSE
}
