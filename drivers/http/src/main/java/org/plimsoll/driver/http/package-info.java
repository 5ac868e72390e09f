/** Driver for any HTTP service, with Vert.x. */
@NullMarked
package org.plimsoll.driver.http;

import org.jspecify.annotations.NullMarked;
