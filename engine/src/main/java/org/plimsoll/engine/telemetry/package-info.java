/** Telemetry: the target's own numbers, read during the load. */
@NullMarked
package org.plimsoll.engine.telemetry;

import org.jspecify.annotations.NullMarked;
