/** The run folder: writing it while the run goes on, and reading it again. */
@NullMarked
package org.plimsoll.report.folder;

import org.jspecify.annotations.NullMarked;
