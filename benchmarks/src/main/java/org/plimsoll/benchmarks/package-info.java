/** Measures Plimsoll itself, and shows its use as a library. */
@NullMarked
package org.plimsoll.benchmarks;

import org.jspecify.annotations.NullMarked;
