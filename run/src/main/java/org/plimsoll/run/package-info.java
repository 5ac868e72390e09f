/** One run, from a spec to a summary: its phases, its live control, searches and its report. */
@NullMarked
package org.plimsoll.run;

import org.jspecify.annotations.NullMarked;
