/** Discovery of nodes: those of a target, and the generators of a fleet. */
@NullMarked
package org.plimsoll.discovery;

import org.jspecify.annotations.NullMarked;
