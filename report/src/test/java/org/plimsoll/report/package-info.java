/** Tests of run folders and of their reports. */
@NullMarked
package org.plimsoll.report;

import org.jspecify.annotations.NullMarked;
