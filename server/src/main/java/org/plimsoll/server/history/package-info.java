/** The history of a run over time, in tiers whose memory is bounded for runs of any length. */
@NullMarked
package org.plimsoll.server.history;

import org.jspecify.annotations.NullMarked;
