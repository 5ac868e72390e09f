/** Finds, isolates and opens drivers. */
@NullMarked
package org.plimsoll.engine.driver;

import org.jspecify.annotations.NullMarked;
