/** Any service that speaks HTTP, through Vert.x. */
@NullMarked
package org.plimsoll.driver.http;

import org.jspecify.annotations.NullMarked;
