/** The command line, with one class for each command. */
@NullMarked
package org.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
