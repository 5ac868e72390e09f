package org.plimsoll.driver.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.plimsoll.api.embedded.FoundValue;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** An open database. */
final class RocksDbStore implements EmbeddedStore {
  /** The largest number of rows that are counted one by one. This takes a fraction of a second. */
  private static final long MAX_COUNTED_ROWS = 1_000_000;

  /** Maps the displayed names to properties of RocksDB. */
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

  private final SettingValues settings;

  /** Native objects that exist as long as the database, in the order of their creation. */
  private final List<AbstractNativeReference> natives = new ArrayList<>();

  private final RocksDB database;

  /** Read for each write, because the options can change during a run. */
  private volatile WriteOptions writeOptions;

  RocksDbStore(Path folder, SettingValues settings) throws RocksDBException {
    this.settings = settings;
    this.writeOptions = newWriteOptions(settings);
    try {
      this.database = RocksDB.open(options(), folder.toString());
    } catch (RocksDBException e) {
      close();
      throw e;
    }
    natives.add(database);
  }

  @Override
  public Access access() {
    return new RocksDbAccess();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rocksdb version", RocksDB.rocksdbVersion().toString());
    facts.put("block cache bytes", String.valueOf(settings.get(RocksDbSettings.BLOCK_CACHE)));
    facts.put("write buffer bytes", String.valueOf(settings.get(RocksDbSettings.WRITE_BUFFER)));
    facts.put("compression", Setting.choiceText(settings.get(RocksDbSettings.COMPRESSION)));
    facts.put("bloom bits", String.valueOf(settings.get(RocksDbSettings.BLOOM_BITS)));
    try {
      facts.put("estimated keys", String.valueOf(estimatedKeys()));
    } catch (RocksDBException e) {
      facts.put("estimated keys", "unknown: " + e.getMessage());
    }
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws RocksDBException {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    for (Map.Entry<String, String> property : TELEMETRY.entrySet()) {
      telemetry.put(property.getKey(), (double) database.getLongProperty(property.getValue()));
    }
    if (settings.get(RocksDbSettings.BLOCK_CACHE) > 0) {
      long used = database.getLongProperty("rocksdb.block-cache-usage");
      telemetry.put("block_cache_used_bytes", (double) used);
    }
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    // Running calls may still use the old options, so they are closed at the end of the run.
    writeOptions = newWriteOptions(changed);
  }

  @Override
  public Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("flush", "Writes the memory tables to files.");
    hooks.put("compact", "Compacts all levels over the whole key range.");
    return hooks;
  }

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
  public void truncate() throws RocksDBException {
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
  public long count() throws RocksDBException {
    long estimate = estimatedKeys();
    if (estimate > MAX_COUNTED_ROWS) {
      return estimate;
    }
    long count = 0;
    try (RocksIterator rows = database.newIterator()) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        count++;
      }
      rows.status();
    }
    return count;
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    if (!(exception instanceof RocksDBException rocks) || rocks.getStatus() == null) {
      return FailureCode.of(exception);
    }
    Status.Code code = rocks.getStatus().getCode();
    return switch (code) {
      case IOError -> Common.IO_ERROR;
      case Busy -> Common.BUSY;
      case TimedOut -> Common.TIMEOUT;
      case NotSupported -> Common.UNSUPPORTED;
      default ->
          FailureCode.own(
              code.name().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT));
    };
  }

  @Override
  public void close() {
    for (AbstractNativeReference nativeObject : natives.reversed()) {
      nativeObject.close();
    }
    natives.clear();
  }

  private Options options() {
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

  private WriteOptions newWriteOptions(SettingValues wanted) {
    Durability durability = wanted.get(RocksDbSettings.DURABILITY);
    return kept(new WriteOptions())
        .setSync(durability == Durability.DISK)
        .setDisableWAL(durability == Durability.MEMORY);
  }

  private <T extends AbstractNativeReference> T kept(T nativeObject) {
    natives.add(nativeObject);
    return nativeObject;
  }

  private long estimatedKeys() throws RocksDBException {
    return database.getLongProperty("rocksdb.estimate-num-keys");
  }

  /** The calls of a session. */
  private final class RocksDbAccess implements Access {
    @Override
    public boolean get(byte[] key, FoundValue found) throws RocksDBException {
      byte[] buffer = found.buffer();
      int length = database.get(key, 0, key.length, buffer, 0, buffer.length);
      while (length > buffer.length) {
        buffer = found.buffer(length);
        length = database.get(key, 0, key.length, buffer, 0, buffer.length);
      }
      if (length == RocksDB.NOT_FOUND) {
        return false;
      }
      var _ = found.buffer(length);
      return true;
    }

    @Override
    public void put(byte[] key, byte[] value, int offset, int length) throws RocksDBException {
      database.put(writeOptions, key, 0, key.length, value, offset, length);
    }

    @Override
    public boolean delete(byte[] key) throws RocksDBException {
      database.delete(writeOptions, key);
      return true;
    }

    @Override
    public List<byte @Nullable []> scan(byte[] from, int limit) throws RocksDBException {
      List<byte @Nullable []> values = new ArrayList<>();
      try (RocksIterator iterator = database.newIterator()) {
        iterator.seek(from);
        while (values.size() < limit && iterator.isValid()) {
          values.add(iterator.value());
          iterator.next();
        }
        iterator.status();
      }
      return values;
    }

    @Override
    public List<byte @Nullable []> getAll(List<byte[]> keys) throws RocksDBException {
      return new ArrayList<byte @Nullable []>(database.multiGetAsList(keys));
    }

    @Override
    public void putAll(List<byte[]> keys, List<byte[]> values) throws RocksDBException {
      try (WriteBatch batch = new WriteBatch()) {
        for (int i = 0; i < keys.size(); i++) {
          batch.put(keys.get(i), values.get(i));
        }
        database.write(writeOptions, batch);
      }
    }

    /** Reads a property that the native library keeps in memory. */
    @Override
    public void rehearse() {
      var _ = database.getLatestSequenceNumber();
    }
  }
}
