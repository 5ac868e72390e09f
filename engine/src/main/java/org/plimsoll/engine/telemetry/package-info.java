/** The target's own numbers, read beside the load. */
@NullMarked
package org.plimsoll.engine.telemetry;

import org.jspecify.annotations.NullMarked;
