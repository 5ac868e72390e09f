/** What a run tells other systems while it goes on: metrics, and annotations. */
@NullMarked
package org.plimsoll.metrics;

import org.jspecify.annotations.NullMarked;
