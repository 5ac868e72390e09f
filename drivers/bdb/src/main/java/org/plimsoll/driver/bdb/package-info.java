/** Driver for Berkeley DB Java Edition, embedded in this process. */
@NullMarked
package org.plimsoll.driver.bdb;

import org.jspecify.annotations.NullMarked;
