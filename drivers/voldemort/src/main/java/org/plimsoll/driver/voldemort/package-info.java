/**
 * The driver for Voldemort: its own client for the protocols vp3 and pb0, with client-side routing.
 */
@NullMarked
package org.plimsoll.driver.voldemort;

import org.jspecify.annotations.NullMarked;
