/** The shares of a fleet's generators in a run. One generator is a fleet of one. */
@NullMarked
package org.plimsoll.engine.share;

import org.jspecify.annotations.NullMarked;
