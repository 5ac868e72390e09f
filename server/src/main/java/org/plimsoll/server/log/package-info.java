/** The tool's provider of slf4j. */
@NullMarked
package org.plimsoll.server.log;

import org.jspecify.annotations.NullMarked;
