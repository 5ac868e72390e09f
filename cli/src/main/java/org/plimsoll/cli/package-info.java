/** The command line: one command, one file. */
@NullMarked
package org.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
