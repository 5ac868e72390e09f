/** What a run is asked to do: immutable, validated records. */
@NullMarked
package org.plimsoll.engine.spec;

import org.jspecify.annotations.NullMarked;
