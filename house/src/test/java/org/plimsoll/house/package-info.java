/** Rules for the source tree as a whole: who sees whom, style, words. */
@NullMarked
package org.plimsoll.house;

import org.jspecify.annotations.NullMarked;
