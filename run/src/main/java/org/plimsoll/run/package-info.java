/** The engine: one {@link org.plimsoll.engine.Run} takes a spec to a summary. */
@NullMarked
package org.plimsoll.run;

import org.jspecify.annotations.NullMarked;
