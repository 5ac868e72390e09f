/** Samplers that distributions are built from. */
@NullMarked
package org.plimsoll.api.sampling;

import org.jspecify.annotations.NullMarked;
