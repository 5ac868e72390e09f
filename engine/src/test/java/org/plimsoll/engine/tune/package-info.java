@NullMarked
package org.plimsoll.engine.tune;

import org.jspecify.annotations.NullMarked;
