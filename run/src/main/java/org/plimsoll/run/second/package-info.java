/** What one generator measured in a second of a run, and its form as bytes. */
@NullMarked
package org.plimsoll.run.second;

import org.jspecify.annotations.NullMarked;
