@NullMarked
package org.plimsoll.analysis.tune;

import org.jspecify.annotations.NullMarked;
