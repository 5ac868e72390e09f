@NullMarked
package org.plimsoll.engine.arrival;

import org.jspecify.annotations.NullMarked;
