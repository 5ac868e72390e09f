/** What can be said of a population from a sample of it: pure functions of data. */
@NullMarked
package org.plimsoll.analysis.statistics;

import org.jspecify.annotations.NullMarked;
