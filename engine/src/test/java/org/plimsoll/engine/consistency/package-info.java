@NullMarked
package org.plimsoll.engine.consistency;

import org.jspecify.annotations.NullMarked;
