package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;

/** Creates and drops the table, and checks that an existing one is compatible. */
final class Schema {
  /**
   * Timeout of requests after the run. It is short, so that the run ends quickly even without the
   * cluster.
   */
  private static final Duration LAST_PATIENCE = Duration.ofSeconds(20);

  private final Admin admin;
  private final SettingValues settings;
  private final HBaseAddress address;
  private final TableName table;
  private volatile boolean createdTable;
  private volatile boolean createdNamespace;
  private volatile boolean fits;
  private volatile Duration patience = Waits.LONG;

  /**
   * Creates a schema without sending a request.
   *
   * @throws IllegalArgumentException if settings conflict
   */
  Schema(Admin admin, SettingValues settings, HBaseAddress address, TableName table) {
    this.admin = admin;
    this.settings = settings;
    this.address = address;
    this.table = table;
    requireNoConflict();
  }

  private void requireNoConflict() {
    boolean hashed = settings.get(HBaseSettings.KEY) == KeyForm.HASHED;
    long regions = settings.get(HBaseSettings.REGIONS);
    if (regions > 1 && !hashed) {
      throw new IllegalArgumentException(
          "regions: must be 1 unless key is hashed, was '" + regions + "'");
    }
    List<String> splitKeys = settings.get(HBaseSettings.SPLIT_KEYS);
    if (!splitKeys.isEmpty() && hashed) {
      throw new IllegalArgumentException(
          "split-keys: must be empty unless key is plain, was '"
              + String.join(",", splitKeys)
              + "'");
    }
    if (settings.get(HBaseSettings.FAMILY).equals(settings.get(HBaseSettings.OWN_FAMILY))) {
      throw new IllegalArgumentException(
          "own-family: must differ from family, was '"
              + settings.get(HBaseSettings.OWN_FAMILY)
              + "'");
    }
  }

  private <T> T ask(Admin.Request<T> request) throws IOException, InterruptedException {
    return admin.ask(patience, request);
  }

  void create() throws IOException, InterruptedException {
    SchemaUse use = settings.get(HBaseSettings.SCHEMA);
    fits = false;
    if (use != SchemaUse.NONE) {
      if (use.dropsFirst()) {
        drop();
      }
      add();
    }
    requireFits();
  }

  private boolean exists() throws IOException, InterruptedException {
    return ask(its -> its.tableExists(table));
  }

  private void add() throws IOException, InterruptedException {
    if (exists()) {
      return;
    }
    addNamespace();
    byte[][] splits = splits();
    TableDescriptor wanted = wanted();
    try {
      ask(its -> splits.length == 0 ? its.createTable(wanted) : its.createTable(wanted, splits));
      createdTable = true;
    } catch (IOException e) {
      // Another generator may have created it at the same time.
      if (!exists()) {
        throw Failures.unsupported(settings.get(HBaseSettings.COMPRESSION), e).orElse(e);
      }
    }
  }

  private void addNamespace() throws IOException, InterruptedException {
    String namespace = address.namespace();
    if (address.isInDefaultNamespace() || ask(AsyncAdmin::listNamespaces).contains(namespace)) {
      return;
    }
    try {
      ask(its -> its.createNamespace(NamespaceDescriptor.create(namespace).build()));
      createdNamespace = true;
    } catch (IOException e) {
      if (!ask(AsyncAdmin::listNamespaces).contains(namespace)) {
        throw e;
      }
    }
  }

  private byte[][] splits() {
    if (settings.get(HBaseSettings.KEY) == KeyForm.HASHED) {
      return KeyForm.splits(Math.toIntExact(settings.get(HBaseSettings.REGIONS)));
    }
    return settings.get(HBaseSettings.SPLIT_KEYS).stream()
        .map(key -> key.getBytes(StandardCharsets.UTF_8))
        .sorted(Arrays::compareUnsigned)
        .toArray(byte[][]::new);
  }

  private TableDescriptor wanted() {
    return TableDescriptorBuilder.newBuilder(table)
        .setColumnFamily(family(settings.get(HBaseSettings.FAMILY)))
        .setColumnFamily(family(settings.get(HBaseSettings.OWN_FAMILY)))
        .setRegionReplication(Math.toIntExact(settings.get(HBaseSettings.REGION_REPLICAS)))
        .build();
  }

  private ColumnFamilyDescriptor family(String name) {
    long ttlMillis = settings.get(HBaseSettings.TTL).toMillis();
    long ttlSeconds = Math.ceilDiv(ttlMillis, 1000);
    return ColumnFamilyDescriptorBuilder.newBuilder(name.getBytes(StandardCharsets.UTF_8))
        .setMaxVersions(Math.toIntExact(settings.get(HBaseSettings.KEPT_VERSIONS)))
        .setCompressionType(
            Compression.Algorithm.valueOf(settings.get(HBaseSettings.COMPRESSION).name()))
        .setDataBlockEncoding(settings.get(HBaseSettings.BLOCK_ENCODING))
        .setBloomFilterType(settings.get(HBaseSettings.BLOOM))
        .setTimeToLive(
            ttlSeconds == 0 || ttlSeconds > Integer.MAX_VALUE
                ? HConstants.FOREVER
                : (int) ttlSeconds)
        .build();
  }

  private void disable() throws IOException, InterruptedException {
    if (ask(its -> its.isTableEnabled(table))) {
      ask(its -> its.disableTable(table));
    }
  }

  private void drop() throws IOException, InterruptedException {
    if (exists()) {
      disable();
      ask(its -> its.deleteTable(table));
      admin.forgetRegions();
    }
  }

  /** Drops the table and the namespace that the run has created, if {@code schema=temporary}. */
  void end() throws IOException, InterruptedException {
    if (settings.get(HBaseSettings.SCHEMA) != SchemaUse.TEMPORARY || !createdTable) {
      return;
    }
    patience = LAST_PATIENCE;
    drop();
    if (createdNamespace
        && ask(its -> its.listTableNamesByNamespace(address.namespace())).isEmpty()) {
      ask(its -> its.deleteNamespace(address.namespace()));
    }
  }

  /** Truncates the table, and keeps the boundaries of its regions. */
  void truncate() throws IOException, InterruptedException {
    if (exists()) {
      disable();
      ask(its -> its.truncateTable(table, true));
      admin.forgetRegions();
    }
  }

  /**
   * Checks that the table can hold the rows of this run.
   *
   * @throws IOException if it cannot; the message is one sentence
   */
  void requireFits() throws IOException, InterruptedException {
    if (fits) {
      return;
    }
    if (!exists()) {
      throw new IOException(
          "there is no table " + address.tableText() + ", and schema=none does not create it");
    }
    Optional<String> misfit = misfit(ask(its -> its.getDescriptor(table)));
    if (misfit.isPresent()) {
      throw new IOException(
          address.tableText()
              + " cannot hold the rows of this run: "
              + misfit.get()
              + "; use schema=recreate, or another table");
    }
    fits = true;
  }

  private Optional<String> misfit(TableDescriptor found) throws IOException, InterruptedException {
    String family = settings.get(HBaseSettings.FAMILY);
    if (!found.hasColumnFamily(family.getBytes(StandardCharsets.UTF_8))) {
      return Optional.of("it has no column family '" + family + "'");
    }
    if (found.isReadOnly()) {
      return Optional.of("it is read-only");
    }
    return ask(its -> its.isTableEnabled(table)) ? Optional.empty() : Optional.of("it is disabled");
  }

  /** Returns the description of the table from the servers, or empty if it does not exist. */
  Optional<TableDescriptor> descriptor() throws IOException, InterruptedException {
    return exists() ? Optional.of(ask(its -> its.getDescriptor(table))) : Optional.empty();
  }
}
