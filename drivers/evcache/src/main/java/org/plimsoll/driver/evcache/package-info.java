/** Driver for EVCache: Memcached in several zones, through Netflix's client. */
@NullMarked
package org.plimsoll.driver.evcache;

import org.jspecify.annotations.NullMarked;
