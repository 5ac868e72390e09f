/** Records of results. They depend on no other part of Plimsoll. */
@NullMarked
package org.plimsoll.result;

import org.jspecify.annotations.NullMarked;
