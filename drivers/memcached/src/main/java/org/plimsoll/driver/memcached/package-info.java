/** Memcached: the text and the binary protocol through Folsom, the meta protocol by itself. */
@NullMarked
package org.plimsoll.driver.memcached;

import org.jspecify.annotations.NullMarked;
