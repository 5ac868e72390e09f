/** Which operation, which key, which row: a function of (seed, index). */
@NullMarked
package org.plimsoll.engine.workload;

import org.jspecify.annotations.NullMarked;
