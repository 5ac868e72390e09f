package org.plimsoll.driver.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.RowFrame;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** An open database. Its own methods are mutually exclusive; sessions use the database directly. */
final class RocksDbClient implements Client {
  /** The largest number of rows that is counted one by one, which takes a fraction of a second. */
  private static final long MAX_COUNTED_ROWS = 1_000_000;

  /** Properties of RocksDB by the names under which they are shown. */
  private static final Map<String, String> TELEMETRY =
      Map.of(
          "memtable_bytes", "rocksdb.cur-size-all-mem-tables",
          "files_bytes", "rocksdb.live-sst-files-size",
          "compaction_pending_bytes", "rocksdb.estimate-pending-compaction-bytes",
          "running_compactions", "rocksdb.num-running-compactions",
          "running_flushes", "rocksdb.num-running-flushes",
          "delayed_write_bytes_per_second", "rocksdb.actual-delayed-write-rate",
          "writes_stopped", "rocksdb.is-write-stopped",
          "estimated_keys", "rocksdb.estimate-num-keys");

  private final DriverContext context;
  private final Path folder;
  private final boolean temporary;
  private final RowFrame codec;
  private final Set<RocksDbSession> sessions = ConcurrentHashMap.newKeySet();

  /** Native objects that live as long as the database, in the order of their creation. */
  private final List<AutoCloseable> natives = new ArrayList<>();

  private final Map<String, String> facts = new LinkedHashMap<>();
  private final RocksDB database;
  private volatile WriteOptions writeOptions;
  private boolean closed;

  private RocksDbClient(DriverContext context, Path folder, boolean temporary)
      throws RocksDBException {
    this.context = context;
    this.folder = folder;
    this.temporary = temporary;
    this.codec = new RowFrame(context.fieldNames());
    this.writeOptions = newWriteOptions(context.settings());
    try {
      this.database = RocksDB.open(options(context.settings()), folder.toString());
    } catch (RocksDBException e) {
      closeNatives();
      throw e;
    }
    natives.add(database);
  }

  /**
   * Opens the database in a folder, which is created if missing.
   *
   * @throws IOException with one sentence that says why it failed
   */
  static RocksDbClient open(DriverContext context, Path folder, boolean temporary)
      throws IOException {
    requireWritesMakeSense(context.settings());
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException("rocksdb: " + folder + " is a file, not the folder of a database");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("rocksdb: cannot create the folder " + folder + ": " + e, e);
    }
    if (!Files.isReadable(folder) || !Files.isWritable(folder)) {
      throw new IOException("rocksdb: no permission to read and write the folder " + folder);
    }
    if (!isEmpty(folder) && !Files.exists(folder.resolve("CURRENT"))) {
      throw new IOException(
          "rocksdb: "
              + folder
              + " contains other files and no RocksDB database; use an empty folder");
    }
    try {
      return new RocksDbClient(context, folder, temporary);
    } catch (RocksDBException e) {
      String reason = String.valueOf(e.getMessage());
      throw new IOException(
          reason.contains("lock")
              ? "rocksdb: the database in " + folder + " is in use"
              : "rocksdb: cannot open the database in " + folder + ": " + reason,
          e);
    }
  }

  @Override
  public synchronized Session openSession() throws RocksDbSession.ClosedException {
    if (closed) {
      throw new RocksDbSession.ClosedException();
    }
    sessions.removeIf(RocksDbSession::isDone);
    RocksDbSession session = new RocksDbSession(database, () -> writeOptions, codec);
    sessions.add(session);
    return context.blocking(session);
  }

  @Override
  public synchronized Map<String, String> facts() {
    if (!closed) {
      SettingValues settings = context.settings();
      facts.put("rocksdb version", RocksDB.rocksdbVersion().toString());
      facts.put("path", temporary ? "temporary" : folder.toString());
      facts.put("block cache bytes", String.valueOf(settings.get(RocksDbSettings.BLOCK_CACHE)));
      facts.put("write buffer bytes", String.valueOf(settings.get(RocksDbSettings.WRITE_BUFFER)));
      facts.put("compression", String.valueOf(settings.get(RocksDbSettings.COMPRESSION)));
      facts.put("bloom bits", String.valueOf(settings.get(RocksDbSettings.BLOOM_BITS)));
      facts.put("write-ahead log", writeOptions.disableWAL() ? "off" : "on");
      facts.put("sync", writeOptions.sync() ? "on" : "off");
      try {
        facts.put("estimated keys", String.valueOf(estimatedKeys()));
        facts.put("bytes on disk", String.valueOf(diskBytes()));
      } catch (RocksDBException | IOException | UncheckedIOException e) {
        facts.put("bytes on disk", "unknown: " + e.getMessage());
      }
    }
    return new LinkedHashMap<>(facts);
  }

  @Override
  public synchronized Map<String, Double> telemetry() throws RocksDBException {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (!closed) {
      for (Map.Entry<String, String> property : TELEMETRY.entrySet()) {
        telemetry.put(property.getKey(), (double) database.getLongProperty(property.getValue()));
      }
      if (context.settings().get(RocksDbSettings.BLOCK_CACHE) > 0) {
        long used = database.getLongProperty("rocksdb.block-cache-usage");
        telemetry.put("block_cache_used_bytes", (double) used);
      }
    }
    return telemetry;
  }

  @Override
  public synchronized void settingsChanged(SettingValues settings) {
    requireWritesMakeSense(settings);
    if (!closed) {
      // Running calls may still use the old options, which are therefore closed at the end.
      writeOptions = newWriteOptions(settings);
    }
  }

  @Override
  public Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("flush", "Writes the memory tables to files.");
    hooks.put("compact", "Compacts all levels over the whole key range.");
    return hooks;
  }

  /**
   * Runs a hook. Not synchronized: the client is used during a compaction, which takes minutes; see
   * close.
   */
  @Override
  public String runHook(String name) throws RocksDBException {
    return switch (name) {
      case "flush" -> {
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
          database.flush(waiting);
        }
        yield "memory tables are written to files";
      }
      case "compact" -> {
        database.compactRange();
        yield "compacted, "
            + database.getProperty("rocksdb.total-sst-files-size")
            + " bytes of files";
      }
      default -> throw new UnsupportedOperationException("rocksdb has no hook " + name);
    };
  }

  @Override
  public synchronized void truncate() throws RocksDBException {
    if (closed) {
      return;
    }
    try (RocksIterator rows = database.newIterator()) {
      rows.seekToFirst();
      if (rows.isValid()) {
        byte[] first = rows.key();
        rows.seekToLast();
        byte[] last = rows.key();
        database.deleteRange(first, last);
        database.delete(last);
      }
      rows.status();
    }
  }

  @Override
  public synchronized OptionalLong count() throws RocksDBException {
    if (closed) {
      return OptionalLong.empty();
    }
    long estimate = estimatedKeys();
    if (estimate > MAX_COUNTED_ROWS) {
      return OptionalLong.of(estimate);
    }
    long count = 0;
    try (RocksIterator rows = database.newIterator()) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        count++;
      }
      rows.status();
    }
    return OptionalLong.of(count);
  }

  /** Waits for running calls, which takes microseconds, then closes the database. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    facts();
    closed = true;
    sessions.forEach(RocksDbSession::closeAndWait);
    sessions.clear();
    closeNatives();
    if (temporary) {
      deleteFolder();
    }
  }

  private Options options(SettingValues settings) {
    BlockBasedTableConfig table = new BlockBasedTableConfig();
    long cacheBytes = settings.get(RocksDbSettings.BLOCK_CACHE);
    if (cacheBytes == 0) {
      table.setNoBlockCache(true);
    } else {
      table.setBlockCache(kept(new LRUCache(cacheBytes)));
    }
    long bloomBits = settings.get(RocksDbSettings.BLOOM_BITS);
    if (bloomBits > 0) {
      table.setFilterPolicy(kept(new BloomFilter(bloomBits)));
    }
    return kept(new Options())
        .setCreateIfMissing(true)
        .setWriteBufferSize(settings.get(RocksDbSettings.WRITE_BUFFER))
        .setCompressionType(
            switch (settings.get(RocksDbSettings.COMPRESSION)) {
              case NONE -> CompressionType.NO_COMPRESSION;
              case SNAPPY -> CompressionType.SNAPPY_COMPRESSION;
              case LZ4 -> CompressionType.LZ4_COMPRESSION;
              case ZSTD -> CompressionType.ZSTD_COMPRESSION;
            })
        .setTableFormatConfig(table);
  }

  private WriteOptions newWriteOptions(SettingValues settings) {
    return kept(new WriteOptions())
        .setSync(settings.get(RocksDbSettings.SYNC))
        .setDisableWAL(!settings.get(RocksDbSettings.WAL));
  }

  private <T extends AutoCloseable> T kept(T nativeObject) {
    natives.add(nativeObject);
    return nativeObject;
  }

  private void closeNatives() {
    for (AutoCloseable nativeObject : natives.reversed()) {
      try {
        nativeObject.close();
      } catch (Exception e) {
        throw new IllegalStateException("rocksdb: cannot close " + nativeObject, e);
      }
    }
    natives.clear();
  }

  private long estimatedKeys() throws RocksDBException {
    return database.getLongProperty("rocksdb.estimate-num-keys");
  }

  private long diskBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        // A compaction may delete it between the two calls.
        bytes += file.toFile().length();
      }
    }
    return bytes;
  }

  private void deleteFolder() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("rocksdb: cannot delete " + folder, e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void requireWritesMakeSense(SettingValues settings) {
    if (settings.get(RocksDbSettings.SYNC) && !settings.get(RocksDbSettings.WAL)) {
      throw new IllegalArgumentException("sync: must be false if wal is false, was 'true'");
    }
  }
}
