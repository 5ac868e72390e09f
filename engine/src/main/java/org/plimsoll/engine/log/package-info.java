/** Log lines of the tool, of drivers and of client libraries, by run. */
@NullMarked
package org.plimsoll.engine.log;

import org.jspecify.annotations.NullMarked;
