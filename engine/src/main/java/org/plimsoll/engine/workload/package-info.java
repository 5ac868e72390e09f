/** Workloads, which determine operation type, keys and rows as a function of (seed, index). */
@NullMarked
package org.plimsoll.engine.workload;

import org.jspecify.annotations.NullMarked;
