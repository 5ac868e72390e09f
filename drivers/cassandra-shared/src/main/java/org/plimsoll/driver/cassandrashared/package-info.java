/**
 * What the drivers of Cassandra share: the hooks that {@code nodetool} has, through JMX, and
 * consistency levels.
 */
@NullMarked
package org.plimsoll.driver.cassandrashared;

import org.jspecify.annotations.NullMarked;
