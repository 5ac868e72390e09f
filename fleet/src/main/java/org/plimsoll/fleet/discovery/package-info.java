/** Discovery of the other nodes of a fleet. */
@NullMarked
package org.plimsoll.fleet.discovery;

import org.jspecify.annotations.NullMarked;
