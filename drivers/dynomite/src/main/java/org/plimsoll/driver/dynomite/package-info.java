/** Driver for Dynomite: token-aware and rack-aware routing with Lettuce. */
@NullMarked
package org.plimsoll.driver.dynomite;

import org.jspecify.annotations.NullMarked;
