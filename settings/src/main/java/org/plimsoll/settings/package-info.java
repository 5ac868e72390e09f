/** Every parameter described once, resolved from its layers. */
@NullMarked
package org.plimsoll.settings;

import org.jspecify.annotations.NullMarked;
