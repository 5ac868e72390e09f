/** Driver for LMDB, embedded in this process. */
@NullMarked
package org.plimsoll.driver.lmdb;

import org.jspecify.annotations.NullMarked;
