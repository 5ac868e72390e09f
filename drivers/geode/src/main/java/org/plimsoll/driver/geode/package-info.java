/** Driver for Apache Geode, through its Java client. */
@NullMarked
package org.plimsoll.driver.geode;

import org.jspecify.annotations.NullMarked;
