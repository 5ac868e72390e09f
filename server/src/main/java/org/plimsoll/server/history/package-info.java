/** The history of a run over time, in tiers of limited memory. */
@NullMarked
package org.plimsoll.server.history;

import org.jspecify.annotations.NullMarked;
