/** Clocks in real time, and in virtual time on a single thread. */
@NullMarked
package org.plimsoll.engine.clock;

import org.jspecify.annotations.NullMarked;
