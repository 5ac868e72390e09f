/** How the generators of a fleet share a run. One generator is a fleet of one. */
@NullMarked
package org.plimsoll.engine.share;

import org.jspecify.annotations.NullMarked;
