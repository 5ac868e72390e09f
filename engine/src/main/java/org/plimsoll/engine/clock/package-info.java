/** Time: the real one, and a virtual one on a single thread. */
@NullMarked
package org.plimsoll.engine.clock;

import org.jspecify.annotations.NullMarked;
