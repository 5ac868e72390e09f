/** Driver for a source and a store that is derived from it. */
@NullMarked
package org.plimsoll.driver.cdc;

import org.jspecify.annotations.NullMarked;
