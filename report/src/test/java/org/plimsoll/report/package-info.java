/** Tests of what a run leaves behind and how people read it. */
@NullMarked
package org.plimsoll.report;

import org.jspecify.annotations.NullMarked;
