/** Endpoints, access control, and problem documents. */
@NullMarked
package org.plimsoll.server.http;

import org.jspecify.annotations.NullMarked;
