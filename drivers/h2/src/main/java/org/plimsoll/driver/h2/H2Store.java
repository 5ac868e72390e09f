package org.plimsoll.driver.h2;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.plimsoll.api.embedded.FoundValue;

/**
 * A store with one map. Changes are in memory until a commit writes them to the file as one chunk.
 */
final class H2Store implements EmbeddedStore {
  static final String FILE = "rows.mv.db";

  private static final int COMPACT_MILLIS = 60_000;
  private static final long KIB = 1024;

  private final MVStore store;
  private final MVMap<byte[], byte[]> rows;
  private final SettingValues settings;
  private volatile Durability durability;

  private H2Store(MVStore store, SettingValues settings) {
    this.store = store;
    this.settings = settings;
    this.durability = settings.get(H2Settings.DURABILITY);
    this.rows =
        store.openMap(
            "rows",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    tune(settings);
  }

  static H2Store open(Path folder, SettingValues settings) {
    MVStore.Builder builder =
        new MVStore.Builder()
            .fileName(folder.resolve(FILE).toString())
            .autoCommitBufferSize(kib(settings.get(H2Settings.WRITE_BUFFER)))
            .pageSplitSize(Math.toIntExact(settings.get(H2Settings.PAGE_SPLIT)));
    MVStore store =
        switch (settings.get(H2Settings.COMPRESSION)) {
          case NONE -> builder.open();
          case LZF -> builder.compress().open();
          case DEFLATE -> builder.compressHigh().open();
        };
    return new H2Store(store, settings);
  }

  private static int kib(long bytes) {
    return Math.toIntExact(bytes / KIB);
  }

  private void tune(SettingValues changed) {
    store.setCacheSize(kib(changed.get(H2Settings.CACHE)));
    store.setAutoCommitDelay(Math.toIntExact(changed.get(H2Settings.COMMIT_DELAY).toMillis()));
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    tune(changed);
    durability = changed.get(H2Settings.DURABILITY);
  }

  @Override
  public Access access() {
    return new H2Access();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    String version = MVStore.class.getPackage().getImplementationVersion();
    facts.put("h2 version", version == null ? "unknown" : version);
    facts.put("cache bytes", String.valueOf(store.getCacheSize() * KIB * KIB));
    facts.put("commit delay", store.getAutoCommitDelay() + " ms");
    facts.put("compression", Setting.choiceText(settings.get(H2Settings.COMPRESSION)));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() {
    FileStore<?> files = store.getFileStore();
    Map<String, Double> telemetry = new LinkedHashMap<>();
    telemetry.put("file_bytes", (double) files.size());
    telemetry.put("file_fill_ratio", files.getFillRate() / 100.0);
    telemetry.put("chunks_fill_ratio", files.getChunksFillRate() / 100.0);
    telemetry.put("cache_used_bytes", (double) files.getCacheSizeUsed() * KIB * KIB);
    telemetry.put("cache_hit_ratio", files.getCacheHitRatio() / 100.0);
    telemetry.put("unsaved_bytes", (double) store.getUnsavedMemory());
    telemetry.put("file_reads_total", (double) files.getReadCount());
    telemetry.put("file_read_bytes_total", (double) files.getReadBytes());
    telemetry.put("file_writes_total", (double) files.getWriteCount());
    telemetry.put("keys", (double) rows.sizeAsLong());
    return telemetry;
  }

  @Override
  public long count() {
    return rows.sizeAsLong();
  }

  @Override
  public void truncate() {
    rows.clear();
    written();
  }

  @Override
  public Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("commit", "Writes all changes to the file and waits until they are on disk.");
    hooks.put("compact", "Compacts the file, for up to a minute.");
    return hooks;
  }

  @Override
  public String runHook(String name) {
    return switch (name) {
      case "commit" -> {
        var _ = store.commit();
        store.sync();
        yield "all changes are on disk";
      }
      case "compact" -> {
        store.compactFile(COMPACT_MILLIS);
        yield "compacted, " + store.getFileStore().size() + " bytes of file";
      }
      default -> throw new UnsupportedOperationException("h2 has no hook " + name);
    };
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    if (!(exception instanceof MVStoreException e)) {
      return FailureCode.of(exception);
    }
    return switch (e.getErrorCode()) {
      case DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED -> Common.IO_ERROR;
      case DataUtils.ERROR_CLOSED -> Common.CLOSED;
      case DataUtils.ERROR_INTERNAL -> Common.INTERNAL_ERROR;
      case DataUtils.ERROR_FILE_CORRUPT,
          DataUtils.ERROR_CHUNK_NOT_FOUND,
          DataUtils.ERROR_BLOCK_NOT_FOUND ->
          FailureCode.own("corrupt");
      default -> Common.ERROR;
    };
  }

  @Override
  public void close() {
    store.close();
  }

  /** Makes changes as durable as the setting {@code durability} requires. */
  private void written() {
    Durability wanted = durability;
    if (wanted != Durability.MEMORY) {
      var _ = store.commit();
      if (wanted == Durability.DISK) {
        store.sync();
      }
    }
  }

  /** The calls of a session. The map keeps references to the arrays that it gets. */
  private final class H2Access implements Access {
    @Override
    public boolean get(byte[] key, FoundValue found) {
      byte[] value = rows.get(key);
      if (value == null) {
        return false;
      }
      found.set(value);
      return true;
    }

    @Override
    public void put(byte[] key, byte[] value, int offset, int length) {
      var _ = rows.put(key.clone(), Arrays.copyOfRange(value, offset, offset + length));
      written();
    }

    @Override
    public boolean delete(byte[] key) {
      boolean existed = rows.remove(key) != null;
      written();
      return existed;
    }

    @Override
    public List<byte @Nullable []> scan(byte[] from, int limit) {
      List<byte @Nullable []> values = new ArrayList<>();
      Cursor<byte[], byte[]> cursor = rows.cursor(from);
      while (values.size() < limit && cursor.hasNext()) {
        var _ = cursor.next();
        values.add(cursor.getValue());
      }
      return values;
    }

    @Override
    public void putAll(List<byte[]> keys, List<byte[]> values) {
      for (int i = 0; i < keys.size(); i++) {
        var _ = rows.put(keys.get(i).clone(), values.get(i));
      }
      written();
    }
  }
}
