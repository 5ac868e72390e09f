/** Samplers of which distributions are composed. */
@NullMarked
package org.plimsoll.api.sampling;

import org.jspecify.annotations.NullMarked;
