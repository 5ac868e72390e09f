/** Measurements of Plimsoll itself, and programs that use it as a library. */
@NullMarked
package org.plimsoll.benchmarks;

import org.jspecify.annotations.NullMarked;
