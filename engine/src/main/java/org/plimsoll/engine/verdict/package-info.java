/** Whether the numbers can be trusted, and whether they suffice: pure functions. */
@NullMarked
package org.plimsoll.engine.verdict;

import org.jspecify.annotations.NullMarked;
