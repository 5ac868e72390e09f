/** Drivers for Gremlin servers, and for JanusGraph embedded in this process. */
@NullMarked
package org.plimsoll.driver.gremlin;

import org.jspecify.annotations.NullMarked;
