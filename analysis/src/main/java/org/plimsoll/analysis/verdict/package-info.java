/** Whether the numbers can be trusted, and whether they suffice: pure functions. */
@NullMarked
package org.plimsoll.analysis.verdict;

import org.jspecify.annotations.NullMarked;
