package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;

/** The hooks: tasks of an administrator on the table while it is under load. */
final class Maintenance {
  private static final long POLL_MILLIS = 100;

  private final Admin admin;
  private final TableName table;

  Maintenance(Admin admin, TableName table) {
    this.admin = admin;
    this.table = table;
  }

  static Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("flush", "Writes the memstores of the table to store files.");
    hooks.put("compact", "Merges the store files of each region of the table into one.");
    hooks.put("split", "Splits the regions of the table; argument: the key to split at, or empty.");
    hooks.put("balance", "Balances the number of regions on the region servers.");
    return hooks;
  }

  String run(String name, String argument) throws IOException, InterruptedException {
    if (!argument.isEmpty() && !name.equals("split")) {
      throw new IllegalArgumentException(
          "the hook " + name + " takes no argument, was '" + argument + "'");
    }
    return switch (name) {
      case "flush" -> flush();
      case "compact" -> compact();
      case "split" -> split(argument);
      case "balance" -> balance();
      default -> throw new UnsupportedOperationException("hbase has no hook " + name);
    };
  }

  private <T> T ask(Admin.Request<T> request) throws IOException, InterruptedException {
    return admin.ask(Waits.LONG, request);
  }

  private String flush() throws IOException, InterruptedException {
    ask(its -> its.flush(table));
    return "flushed " + table.getNameAsString();
  }

  private String compact() throws IOException, InterruptedException {
    ask(its -> its.majorCompact(table));
    await(Waits.LONG, () -> ask(its -> its.getCompactionState(table)) == CompactionState.NONE);
    return "compacted " + table.getNameAsString();
  }

  private String split(String key) throws IOException, InterruptedException {
    int before = regions();
    if (key.isEmpty()) {
      ask(its -> its.split(table));
    } else {
      byte[] at = key.getBytes(StandardCharsets.UTF_8);
      ask(its -> its.split(table, at));
    }
    await(Duration.ofSeconds(60), () -> regions() > before);
    return table.getNameAsString() + " has " + regions() + " regions, had " + before;
  }

  private int regions() throws IOException, InterruptedException {
    return ask(its -> its.getRegions(table)).size();
  }

  private String balance() throws IOException, InterruptedException {
    return ask(its -> its.balance()) ? "moved regions" : "moved no region";
  }

  private interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private static void await(Duration atMost, Condition condition)
      throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + atMost.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IOException("it has not ended within " + atMost.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
