/** Many generators that behave as one. */
@NullMarked
package org.plimsoll.fleet;

import org.jspecify.annotations.NullMarked;
