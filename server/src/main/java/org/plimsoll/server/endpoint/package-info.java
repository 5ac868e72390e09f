/** The endpoints of the REST interface, by what they are about. */
@NullMarked
package org.plimsoll.server.endpoint;

import org.jspecify.annotations.NullMarked;
