/** Statistics: estimates, tests and change points, as pure functions of data. */
@NullMarked
package org.plimsoll.analysis.statistics;

import org.jspecify.annotations.NullMarked;
