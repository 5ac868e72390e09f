/** Sinks that send metrics and annotations to other systems during a run. */
@NullMarked
package org.plimsoll.metrics;

import org.jspecify.annotations.NullMarked;
