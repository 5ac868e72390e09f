/** What the drivers of Cassandra share: the hooks that {@code nodetool} has, through JMX. */
@NullMarked
package org.plimsoll.driver.cassandrajmx;

import org.jspecify.annotations.NullMarked;
