@NullMarked
package org.plimsoll.metrics;

import org.jspecify.annotations.NullMarked;
