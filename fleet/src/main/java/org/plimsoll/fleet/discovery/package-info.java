/** The other nodes of a fleet, by a discovery. */
@NullMarked
package org.plimsoll.fleet.discovery;

import org.jspecify.annotations.NullMarked;
