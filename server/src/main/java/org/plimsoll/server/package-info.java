/** The REST interface, its stream of events, and the page, for the runs of this generator. */
@NullMarked
package org.plimsoll.server;

import org.jspecify.annotations.NullMarked;
