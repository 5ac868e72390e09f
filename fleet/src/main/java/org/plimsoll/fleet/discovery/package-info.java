/** Discovery of a fleet's other nodes. */
@NullMarked
package org.plimsoll.fleet.discovery;

import org.jspecify.annotations.NullMarked;
