/** Endpoints, who may call them, and how they say no. */
@NullMarked
package org.plimsoll.server.http;

import org.jspecify.annotations.NullMarked;
