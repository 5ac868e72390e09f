/** Every parameter described once, resolved from its layers. */
@NullMarked
package org.plimsoll.engine.parameter;

import org.jspecify.annotations.NullMarked;
