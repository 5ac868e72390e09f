/** Objects of Amazon S3 and compatible stores, for property sources. */
@NullMarked
package org.plimsoll.driver.s3;

import org.jspecify.annotations.NullMarked;
