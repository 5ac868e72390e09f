/** One run, from a spec to a summary: phases, what is live, searches, and what is told of it. */
@NullMarked
package org.plimsoll.run;

import org.jspecify.annotations.NullMarked;
