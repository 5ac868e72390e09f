/** A simulated store whose waits, failures and staleness are known exactly. */
@NullMarked
package org.plimsoll.driver.sim;

import org.jspecify.annotations.NullMarked;
