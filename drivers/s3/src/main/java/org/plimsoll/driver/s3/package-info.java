/** Driver for Amazon S3 and compatible stores, whose objects can also be property sources. */
@NullMarked
package org.plimsoll.driver.s3;

import org.jspecify.annotations.NullMarked;
