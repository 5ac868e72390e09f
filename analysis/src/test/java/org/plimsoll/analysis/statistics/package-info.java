@NullMarked
package org.plimsoll.analysis.statistics;

import org.jspecify.annotations.NullMarked;
