/** Samplers that distributions are made of. */
@NullMarked
package org.plimsoll.api.sampling;

import org.jspecify.annotations.NullMarked;
