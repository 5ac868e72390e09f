/** What the tool, drivers and client libraries log, by run. */
@NullMarked
package org.plimsoll.engine.log;

import org.jspecify.annotations.NullMarked;
