/** The tool's SLF4J provider. */
@NullMarked
package org.plimsoll.server.log;

import org.jspecify.annotations.NullMarked;
