/** The load loops, which turn a schedule into operations and account for each. */
@NullMarked
package org.plimsoll.engine.load;

import org.jspecify.annotations.NullMarked;
