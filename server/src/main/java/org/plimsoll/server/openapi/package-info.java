/** The REST interface described: for programs, for readers, and as a page of the manual. */
@NullMarked
package org.plimsoll.server.openapi;

import org.jspecify.annotations.NullMarked;
