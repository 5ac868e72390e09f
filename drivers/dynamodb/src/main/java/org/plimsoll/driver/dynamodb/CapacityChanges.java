package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Changes the capacity of the table during a run. The store accepts one change at a time, and each
 * takes seconds to minutes. A separate thread requests the latest wanted capacity. It reports when
 * the change was requested and when it took effect. Older pending changes are skipped.
 */
final class CapacityChanges implements AutoCloseable {
  private final Supplier<DynamoDbAsyncClient> dynamo;
  private final Table table;
  private final Consumer<String> events;
  private Capacity known;
  private @Nullable Capacity wanted;
  private boolean busy;
  private boolean closed;

  /** The capacity of a table. */
  private record Capacity(CapacityMode mode, long read, long write) {
    static Capacity of(SettingValues settings) {
      return new Capacity(
          settings.get(DynamoDbSettings.CAPACITY_MODE),
          settings.get(DynamoDbSettings.READ_CAPACITY),
          settings.get(DynamoDbSettings.WRITE_CAPACITY));
    }

    @Override
    public String toString() {
      return mode == CapacityMode.ON_DEMAND
          ? "capacity on demand"
          : "capacity of %d read and %d write units".formatted(read, write);
    }
  }

  CapacityChanges(
      Supplier<DynamoDbAsyncClient> dynamo,
      Table table,
      SettingValues settings,
      Consumer<String> events) {
    this.dynamo = dynamo;
    this.table = table;
    this.events = events;
    known = Capacity.of(settings);
  }

  /** Requests the capacity if it has changed. Returns immediately. */
  synchronized void settingsChanged(SettingValues settings) {
    Capacity now = Capacity.of(settings);
    if (now.equals(known) || closed) {
      return;
    }
    known = now;
    wanted = now;
    if (!busy) {
      busy = true;
      Thread.ofVirtual().name("dynamodb-capacity").start(this::work);
    }
  }

  private void work() {
    for (Capacity next = next(); next != null; next = next()) {
      try {
        change(next);
      } catch (IOException | RuntimeException e) {
        events.accept("%s: refused, %s".formatted(next, e.getMessage()));
      }
    }
  }

  private synchronized @Nullable Capacity next() {
    Capacity next = closed ? null : wanted;
    wanted = null;
    busy = next != null;
    return next;
  }

  private void change(Capacity to) throws IOException {
    TableDescription before = table.awaitActive();
    boolean provisioned = to.mode == CapacityMode.PROVISIONED;
    List<GlobalSecondaryIndexUpdate> indexes =
        before.globalSecondaryIndexes().stream()
            .map(index ->
                GlobalSecondaryIndexUpdate.builder()
                    .update(update ->
                        update
                            .indexName(index.indexName())
                            .provisionedThroughput(Table.units(to.read, to.write)))
                    .build())
            .toList();
    var _ =
        table.answer(
            dynamo
                .get()
                .updateTable(update -> {
                  update.tableName(table.name()).billingMode(to.mode.billingMode());
                  if (provisioned) {
                    update.provisionedThroughput(Table.units(to.read, to.write));
                    if (!indexes.isEmpty()) {
                      update.globalSecondaryIndexUpdates(indexes);
                    }
                  }
                }));
    events.accept(to + " requested");
    var _ = table.awaitActive();
    events.accept(to + " in effect");
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
