/** Samplers for distributions. */
@NullMarked
package org.plimsoll.api.sampling;

import org.jspecify.annotations.NullMarked;
