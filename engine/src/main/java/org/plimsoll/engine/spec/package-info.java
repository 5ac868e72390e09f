/** Specifications of runs: immutable, validated records. */
@NullMarked
package org.plimsoll.engine.spec;

import org.jspecify.annotations.NullMarked;
