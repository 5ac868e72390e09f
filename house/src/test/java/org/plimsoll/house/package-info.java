/** Tests rules for the whole source tree: dependencies, style, words. */
@NullMarked
package org.plimsoll.house;

import org.jspecify.annotations.NullMarked;
