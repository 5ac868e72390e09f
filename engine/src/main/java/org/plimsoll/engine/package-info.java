/** The engine's entry. */
@NullMarked
package org.plimsoll.engine;

import org.jspecify.annotations.NullMarked;
