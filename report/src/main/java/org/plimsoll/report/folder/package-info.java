/** Writes the run folder during a run, and reads it. */
@NullMarked
package org.plimsoll.report.folder;

import org.jspecify.annotations.NullMarked;
