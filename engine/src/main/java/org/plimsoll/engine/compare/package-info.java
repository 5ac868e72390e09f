/** Whether one group of runs differs from another. */
@NullMarked
package org.plimsoll.engine.compare;

import org.jspecify.annotations.NullMarked;
