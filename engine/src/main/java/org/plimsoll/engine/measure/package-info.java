/** Measurement: wait-free recording, snapshots, merged histograms. */
@NullMarked
package org.plimsoll.engine.measure;

import org.jspecify.annotations.NullMarked;
