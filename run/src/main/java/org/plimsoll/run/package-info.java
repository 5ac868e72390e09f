/** One run, from its spec to its summary: phases, live control, searches and report. */
@NullMarked
package org.plimsoll.run;

import org.jspecify.annotations.NullMarked;
