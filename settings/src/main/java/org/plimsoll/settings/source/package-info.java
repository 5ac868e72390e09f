/** Property sources: places outside that say what parameters are to be while a run goes on. */
@NullMarked
package org.plimsoll.settings.source;

import org.jspecify.annotations.NullMarked;
