/**
 * Checks whether reads see earlier writes: staleness, session guarantees, lost writes, atomicity.
 */
@NullMarked
package org.plimsoll.analysis.consistency;

import org.jspecify.annotations.NullMarked;
