/** Renders results as text for the terminal. */
@NullMarked
package org.plimsoll.report.terminal;

import org.jspecify.annotations.NullMarked;
