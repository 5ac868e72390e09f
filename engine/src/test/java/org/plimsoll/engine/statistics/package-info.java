@NullMarked
package org.plimsoll.engine.statistics;

import org.jspecify.annotations.NullMarked;
