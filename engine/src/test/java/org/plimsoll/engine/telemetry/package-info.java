@NullMarked
package org.plimsoll.engine.telemetry;

import org.jspecify.annotations.NullMarked;
