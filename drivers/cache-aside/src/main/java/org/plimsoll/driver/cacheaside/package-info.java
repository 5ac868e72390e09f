/** Driver for a store with a look-aside cache. */
@NullMarked
package org.plimsoll.driver.cacheaside;

import org.jspecify.annotations.NullMarked;
