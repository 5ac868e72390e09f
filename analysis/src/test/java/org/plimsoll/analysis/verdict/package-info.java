@NullMarked
package org.plimsoll.analysis.verdict;

import org.jspecify.annotations.NullMarked;
