/** Records of what was measured. They depend on nothing else in Plimsoll. */
@NullMarked
package org.plimsoll.result;

import org.jspecify.annotations.NullMarked;
