/** Whether reads see what was written: staleness, session guarantees, lost writes, atomicity. */
@NullMarked
package org.plimsoll.analysis.consistency;

import org.jspecify.annotations.NullMarked;
