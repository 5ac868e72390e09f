/** A simulated store with exactly known waits, failures and staleness. */
@NullMarked
package org.plimsoll.driver.sim;

import org.jspecify.annotations.NullMarked;
