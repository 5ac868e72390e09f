@NullMarked
package org.plimsoll.engine.verdict;

import org.jspecify.annotations.NullMarked;
