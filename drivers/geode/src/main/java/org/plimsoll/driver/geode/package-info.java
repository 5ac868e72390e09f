/** The driver for Apache Geode. */
@NullMarked
package org.plimsoll.driver.geode;

import org.jspecify.annotations.NullMarked;
