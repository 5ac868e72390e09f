/** Objects of Amazon S3, and of stores that speak its protocol, for property sources. */
@NullMarked
package org.plimsoll.driver.s3;

import org.jspecify.annotations.NullMarked;
