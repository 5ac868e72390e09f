/** The REST interface, event streams and web page for the runs of this generator. */
@NullMarked
package org.plimsoll.server;

import org.jspecify.annotations.NullMarked;
