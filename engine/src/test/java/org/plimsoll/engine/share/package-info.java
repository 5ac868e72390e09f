/** Tests of the shares of a fleet. */
@NullMarked
package org.plimsoll.engine.share;

import org.jspecify.annotations.NullMarked;
