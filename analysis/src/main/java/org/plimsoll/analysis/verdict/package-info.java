/** Verdicts on validity and objectives of a result, as pure functions. */
@NullMarked
package org.plimsoll.analysis.verdict;

import org.jspecify.annotations.NullMarked;
