/** Whether one group of runs differs from another. */
@NullMarked
package org.plimsoll.analysis.compare;

import org.jspecify.annotations.NullMarked;
