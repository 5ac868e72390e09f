/** Add-on for the driver {@code dynamodb}: Amazon's DAX client. */
@NullMarked
package org.plimsoll.driver.dynamodb.dax;

import org.jspecify.annotations.NullMarked;
