/** The endpoints of the REST interface, by topic. */
@NullMarked
package org.plimsoll.server.endpoint;

import org.jspecify.annotations.NullMarked;
