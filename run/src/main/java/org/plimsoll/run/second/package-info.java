/** The one-second results of generators, and their encoding. */
@NullMarked
package org.plimsoll.run.second;

import org.jspecify.annotations.NullMarked;
