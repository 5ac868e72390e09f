/** Add-on of the driver {@code dynamodb}: Amazon's client of DAX. */
@NullMarked
package org.plimsoll.driver.dynamodb.dax;

import org.jspecify.annotations.NullMarked;
