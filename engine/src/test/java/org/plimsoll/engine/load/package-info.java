@NullMarked
package org.plimsoll.engine.load;

import org.jspecify.annotations.NullMarked;
