/** Reads the target's telemetry during the load. */
@NullMarked
package org.plimsoll.engine.telemetry;

import org.jspecify.annotations.NullMarked;
