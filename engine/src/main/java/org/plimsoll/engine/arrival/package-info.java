/** Arrival processes and rates, which determine when operations are due. */
@NullMarked
package org.plimsoll.engine.arrival;

import org.jspecify.annotations.NullMarked;
