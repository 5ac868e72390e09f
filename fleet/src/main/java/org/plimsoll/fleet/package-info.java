/** A fleet of generators that run one load together. */
@NullMarked
package org.plimsoll.fleet;

import org.jspecify.annotations.NullMarked;
