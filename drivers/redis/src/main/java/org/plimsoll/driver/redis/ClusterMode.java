package org.plimsoll.driver.redis;

/** Whether the target is a Redis Cluster. */
enum ClusterMode {
  AUTO,
  TRUE,
  FALSE
}
