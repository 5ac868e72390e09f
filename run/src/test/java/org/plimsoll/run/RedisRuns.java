package org.plimsoll.run;

import org.plimsoll.driver.redis.RedisDriver;

/** Runs with the whole engine against a Redis. */
final class RedisRuns {
  private RedisRuns() {}

  static WatchedRun start(String address, String settings) {
    return WatchedRun.start(WatchedRun.request("redis://" + address, settings), new RedisDriver());
  }

  static WatchedRun fill(String address, String settings) {
    return WatchedRun.fill(WatchedRun.request("redis://" + address, settings), new RedisDriver());
  }
}
