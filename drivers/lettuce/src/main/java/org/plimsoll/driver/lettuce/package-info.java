/** What the drivers over Lettuce share: commands and replies without copies, and its set-up. */
@NullMarked
package org.plimsoll.driver.lettuce;

import org.jspecify.annotations.NullMarked;
