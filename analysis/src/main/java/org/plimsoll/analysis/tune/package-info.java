/** Searches for the maximum throughput of a target within the SLO. */
@NullMarked
package org.plimsoll.analysis.tune;

import org.jspecify.annotations.NullMarked;
