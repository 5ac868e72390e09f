/**
 * Driver for Voldemort, with the driver's own client for the protocols vp3 and pb0, and client-side
 * routing.
 */
@NullMarked
package org.plimsoll.driver.voldemort;

import org.jspecify.annotations.NullMarked;
