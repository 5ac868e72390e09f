/** Comparison of two groups of runs. */
@NullMarked
package org.plimsoll.analysis.compare;

import org.jspecify.annotations.NullMarked;
