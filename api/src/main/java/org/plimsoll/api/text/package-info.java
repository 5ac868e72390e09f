/** Parser for values with arguments, such as {@code lognormal(2ms,10ms)}. */
@NullMarked
package org.plimsoll.api.text;

import org.jspecify.annotations.NullMarked;
