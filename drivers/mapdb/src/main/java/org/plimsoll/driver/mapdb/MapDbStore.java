package org.plimsoll.driver.mapdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBException;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;
import org.mapdb.StoreDirect;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.plimsoll.api.embedded.FoundValue;

/**
 * A database with one tree map. With a write-ahead log, each write is committed, which always syncs
 * the log. Without the log, the files are usable only after they were closed.
 */
final class MapDbStore implements EmbeddedStore {
  static final String FILE = "rows.mapdb";

  private final DB database;
  private final Path folder;
  private final BTreeMap<byte[], byte[]> rows;
  private final SettingValues settings;
  private final boolean commits;
  private final ReentrantLock writing = new ReentrantLock();

  private MapDbStore(DB database, Path folder, SettingValues settings) {
    this.database = database;
    this.folder = folder;
    this.settings = settings;
    this.commits = settings.get(MapDbSettings.DURABILITY) == Durability.DISK;
    DB.TreeMapMaker<byte[], byte[]> maker =
        database
            .treeMap("rows", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY)
            .maxNodeSize(Math.toIntExact(settings.get(MapDbSettings.NODE_SIZE)));
    if (settings.get(MapDbSettings.VALUES_OUTSIDE)) {
      maker = maker.valuesOutsideNodesEnable();
    }
    this.rows = maker.createOrOpen();
    if (commits) {
      database.commit();
    }
  }

  static MapDbStore open(Path folder, SettingValues settings) {
    DBMaker.Maker maker = DBMaker.fileDB(folder.resolve(FILE).toFile());
    switch (settings.get(MapDbSettings.FILES)) {
      case MMAP -> maker = maker.fileMmapEnableIfSupported().fileMmapPreclearDisable();
      case CHANNEL -> maker = maker.fileChannelEnable();
      case RANDOM_ACCESS -> {}
    }
    if (settings.get(MapDbSettings.DURABILITY) == Durability.DISK) {
      maker = maker.transactionEnable();
    }
    DB database = maker.make();
    try {
      return new MapDbStore(database, folder, settings);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  @Override
  public Access access() {
    return new MapDbAccess();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("mapdb version", "3.1.0");
    facts.put("files", Setting.choiceText(settings.get(MapDbSettings.FILES)));
    facts.put("write-ahead log", commits ? "on" : "off");
    facts.put("values", settings.get(MapDbSettings.VALUES_OUTSIDE) ? "outside nodes" : "in nodes");
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    telemetry.put("store_bytes", (double) bytes(FILE::equals));
    telemetry.put("log_bytes", (double) bytes(name -> name.startsWith(FILE + ".wal")));
    if (database.getStore() instanceof StoreDirect direct) {
      telemetry.put("store_used_bytes", (double) direct.getTotalSize());
      telemetry.put("store_free_bytes", (double) direct.getFreeSize());
    }
    return telemetry;
  }

  private long bytes(Predicate<String> selects) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> selects.test(String.valueOf(file.getFileName())))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Override
  public long count() {
    return rows.sizeLong();
  }

  @Override
  public void truncate() {
    boolean _ =
        written(() -> {
          rows.clear();
          return true;
        });
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return switch (exception) {
      case DBException.OutOfMemory _ -> Common.OUT_OF_MEMORY;
      case DBException.VolumeIOError _ -> Common.IO_ERROR;
      case DBException.VolumeMaxSizeExceeded _ -> FailureCode.own("disk-full");
      case DBException.DataCorruption _, DBException.GetVoid _ -> FailureCode.own("corrupt");
      case DBException.SerializationError _ -> FailureCode.own("corrupt");
      default -> FailureCode.of(exception);
    };
  }

  @Override
  public void close() {
    database.close();
  }

  /** A change to the map. */
  private interface Change {
    boolean make();
  }

  /**
   * Applies a change and commits it. Changes run one at a time, because a commit during another
   * change would write half of it.
   */
  private boolean written(Change change) {
    if (!commits) {
      return change.make();
    }
    writing.lock();
    try {
      boolean result = change.make();
      database.commit();
      return result;
    } finally {
      writing.unlock();
    }
  }

  /** The calls of a session. */
  private final class MapDbAccess implements Access {
    @Override
    public boolean get(byte[] key, FoundValue found) {
      byte[] value = rows.get(key);
      if (value == null) {
        return false;
      }
      found.set(value);
      return true;
    }

    /** Stores a copy, because the map may keep the arrays until the node is written. */
    @Override
    public void put(byte[] key, byte[] value, int offset, int length) {
      byte[] copy = Arrays.copyOfRange(value, offset, offset + length);
      boolean _ = written(() -> rows.put(key.clone(), copy) != null);
    }

    @Override
    public boolean delete(byte[] key) {
      return written(() -> rows.remove(key) != null);
    }

    @Override
    public List<byte @Nullable []> scan(byte[] from, int limit) {
      List<byte @Nullable []> values = new ArrayList<>();
      Iterator<byte[]> found = rows.valueIterator(from, true, null, false);
      while (values.size() < limit && found.hasNext()) {
        values.add(found.next());
      }
      return values;
    }

    @Override
    public void putAll(List<byte[]> keys, List<byte[]> values) {
      boolean _ =
          written(() -> {
            for (int i = 0; i < keys.size(); i++) {
              var _ = rows.put(keys.get(i).clone(), values.get(i));
            }
            return true;
          });
    }
  }
}
