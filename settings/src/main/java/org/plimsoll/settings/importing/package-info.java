/** Files of other tools as specs of this one, and results of this one in their formats. */
@NullMarked
package org.plimsoll.settings.importing;

import org.jspecify.annotations.NullMarked;
