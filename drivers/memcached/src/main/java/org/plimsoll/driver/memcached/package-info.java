/** Memcached, through Folsom. */
@NullMarked
package org.plimsoll.driver.memcached;

import org.jspecify.annotations.NullMarked;
