/**
 * The driver for Memcached: the text and binary protocols through Folsom, and its own client for
 * the meta protocol.
 */
@NullMarked
package org.plimsoll.driver.memcached;

import org.jspecify.annotations.NullMarked;
