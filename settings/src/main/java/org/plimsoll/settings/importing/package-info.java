/** Imports files of other tools. */
@NullMarked
package org.plimsoll.settings.importing;

import org.jspecify.annotations.NullMarked;
