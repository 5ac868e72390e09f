/**
 * Shared code of the drivers that use Lettuce: its configuration, and commands and replies without
 * copies.
 */
@NullMarked
package org.plimsoll.driver.lettuce;

import org.jspecify.annotations.NullMarked;
