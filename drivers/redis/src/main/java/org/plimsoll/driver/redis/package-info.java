/** Driver for Redis and Redis Cluster, through Lettuce. */
@NullMarked
package org.plimsoll.driver.redis;

import org.jspecify.annotations.NullMarked;
