/** What a run looked like over time, in tiers whose memory is bounded however long it goes on. */
@NullMarked
package org.plimsoll.server.history;

import org.jspecify.annotations.NullMarked;
