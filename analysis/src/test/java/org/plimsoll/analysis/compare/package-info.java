@NullMarked
package org.plimsoll.analysis.compare;

import org.jspecify.annotations.NullMarked;
