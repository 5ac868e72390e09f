@NullMarked
package org.plimsoll.engine.compare;

import org.jspecify.annotations.NullMarked;
