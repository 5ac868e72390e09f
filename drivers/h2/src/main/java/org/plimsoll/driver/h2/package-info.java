/** Driver for H2's MVStore, embedded in this process. */
@NullMarked
package org.plimsoll.driver.h2;

import org.jspecify.annotations.NullMarked;
