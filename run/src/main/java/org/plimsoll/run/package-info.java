/** One run, from a spec to a summary: its phases, live control, searches and report. */
@NullMarked
package org.plimsoll.run;

import org.jspecify.annotations.NullMarked;
