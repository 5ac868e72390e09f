/** Driver for MapDB, embedded in this process. */
@NullMarked
package org.plimsoll.driver.mapdb;

import org.jspecify.annotations.NullMarked;
