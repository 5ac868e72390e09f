/**
 * The parts that drivers for stores in this process share: an engine implements {@link
 * org.plimsoll.api.embedded.EmbeddedStore}, its driver extends {@link
 * org.plimsoll.api.embedded.EmbeddedDriver}.
 */
@NullMarked
package org.plimsoll.api.embedded;

import org.jspecify.annotations.NullMarked;
