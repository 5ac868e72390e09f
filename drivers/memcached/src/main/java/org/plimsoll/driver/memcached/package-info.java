/**
 * Driver for Memcached: the text and binary protocols through Folsom, and the meta protocol through
 * the driver's own client.
 */
@NullMarked
package org.plimsoll.driver.memcached;

import org.jspecify.annotations.NullMarked;
