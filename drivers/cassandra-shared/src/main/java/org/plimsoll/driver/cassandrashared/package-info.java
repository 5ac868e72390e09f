/**
 * Shared code of the drivers for Cassandra: consistency levels, and the hooks of {@code nodetool}
 * through JMX.
 */
@NullMarked
package org.plimsoll.driver.cassandrashared;

import org.jspecify.annotations.NullMarked;
