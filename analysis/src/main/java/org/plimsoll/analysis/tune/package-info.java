/** Searches for the load that a target carries within its objectives. */
@NullMarked
package org.plimsoll.analysis.tune;

import org.jspecify.annotations.NullMarked;
