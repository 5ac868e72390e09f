@NullMarked
package org.plimsoll.analysis.consistency;

import org.jspecify.annotations.NullMarked;
