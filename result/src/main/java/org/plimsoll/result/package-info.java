/** Records of results, without dependencies on other parts of Plimsoll. */
@NullMarked
package org.plimsoll.result;

import org.jspecify.annotations.NullMarked;
