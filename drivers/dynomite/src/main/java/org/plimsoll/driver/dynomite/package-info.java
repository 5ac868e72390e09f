/** The driver for Dynomite: token- and rack-aware routing over Lettuce. */
@NullMarked
package org.plimsoll.driver.dynomite;

import org.jspecify.annotations.NullMarked;
