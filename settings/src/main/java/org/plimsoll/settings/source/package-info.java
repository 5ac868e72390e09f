/** Property sources: files, pages, databases and classes that set parameters during a run. */
@NullMarked
package org.plimsoll.settings.source;

import org.jspecify.annotations.NullMarked;
