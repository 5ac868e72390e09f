/** The OpenAPI document and the reference pages of the REST interface. */
@NullMarked
package org.plimsoll.server.openapi;

import org.jspecify.annotations.NullMarked;
