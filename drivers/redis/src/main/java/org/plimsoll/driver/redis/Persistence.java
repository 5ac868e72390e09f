package org.plimsoll.driver.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

/**
 * A background save of a Redis server to disk: a snapshot, or a rewrite of the append-only file.
 */
enum Persistence {
  SNAPSHOT("rdb_bgsave_in_progress", "rdb_last_bgsave_status", "snapshot written"),
  APPEND_ONLY_FILE("aof_rewrite_", "aof_last_bgrewrite_status", "append-only file rewritten");

  private final String progress;
  private final String status;
  private final String done;

  Persistence(String progress, String status, String done) {
    this.progress = progress;
    this.status = status;
    this.done = done;
  }

  String done() {
    return done;
  }

  /** Starts the save. If one is already in progress, it counts as started. */
  String start(RedisClusterCommands<byte[], byte[]> server) {
    try {
      return this == SNAPSHOT ? server.bgsave() : server.bgrewriteaof();
    } catch (RedisCommandExecutionException e) {
      if (String.valueOf(e.getMessage()).contains("in progress")) {
        return "";
      }
      throw e;
    }
  }

  /**
   * Whether the save is in progress or scheduled.
   *
   * @throws IllegalStateException if the last save has failed
   */
  boolean runs(RedisClusterCommands<byte[], byte[]> server) {
    boolean runs = false;
    String outcome = "ok";
    for (String line : server.info("persistence").lines().toList()) {
      runs |= line.startsWith(progress) && line.strip().endsWith(":1");
      outcome =
          line.startsWith(status + ":") ? line.substring(status.length() + 1).strip() : outcome;
    }
    if (!runs && !outcome.equals("ok")) {
      throw new IllegalStateException(
          "the server could not write it (" + status + " is " + outcome + "); see its log");
    }
    return runs;
  }
}
