/** Driver for Apache Cassandra, with the Apache Java driver. */
@NullMarked
package org.plimsoll.driver.cassandra;

import org.jspecify.annotations.NullMarked;
