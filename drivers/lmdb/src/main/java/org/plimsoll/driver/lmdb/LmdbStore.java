package org.plimsoll.driver.lmdb;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbNativeException;
import org.lmdbjava.Meta;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Stat;
import org.lmdbjava.Txn;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.plimsoll.api.embedded.FoundValue;

/** An environment with one database. */
final class LmdbStore implements EmbeddedStore {
  private static final byte[] ROWS = "rows".getBytes(StandardCharsets.UTF_8);
  private static final int NO_SPACE = 28;
  private static final int IO_ERROR = 5;

  private final Env<MemorySegment> environment;
  private final Dbi<MemorySegment> rows;
  private final SettingValues settings;

  private LmdbStore(
      Env<MemorySegment> environment, Dbi<MemorySegment> rows, SettingValues settings) {
    this.environment = environment;
    this.rows = rows;
    this.settings = settings;
  }

  static LmdbStore open(Path folder, SettingValues settings) {
    Env<MemorySegment> environment =
        Env.create(new SegmentProxy())
            .setMapSize(settings.get(LmdbSettings.MAP_SIZE))
            .setMaxReaders(Math.toIntExact(settings.get(LmdbSettings.MAX_READERS)))
            .setMaxDbs(1)
            .open(folder.toFile(), flags(settings));
    try {
      return new LmdbStore(environment, environment.openDbi(ROWS, DbiFlags.MDB_CREATE), settings);
    } catch (RuntimeException e) {
      environment.close();
      throw e;
    }
  }

  private static EnvFlags[] flags(SettingValues settings) {
    List<EnvFlags> flags = new ArrayList<>();
    flags.add(EnvFlags.MDB_NOTLS); // A reader belongs to a session, and not to a thread.
    if (settings.get(LmdbSettings.DURABILITY) == Durability.PAGE_CACHE) {
      flags.add(EnvFlags.MDB_NOSYNC);
    }
    if (settings.get(LmdbSettings.WRITE_MAP)) {
      flags.add(EnvFlags.MDB_WRITEMAP);
    }
    if (!settings.get(LmdbSettings.READ_AHEAD)) {
      flags.add(EnvFlags.MDB_NORDAHEAD);
    }
    return flags.toArray(EnvFlags[]::new);
  }

  @Override
  public Access access() {
    return new LmdbAccess();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    Meta.Version version = Meta.version();
    facts.put("lmdb version", version.major + "." + version.minor + "." + version.patch);
    facts.put("map bytes", String.valueOf(settings.get(LmdbSettings.MAP_SIZE)));
    facts.put("write map", settings.get(LmdbSettings.WRITE_MAP) ? "on" : "off");
    facts.put("read-ahead", settings.get(LmdbSettings.READ_AHEAD) ? "on" : "off");
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() {
    EnvInfo info = environment.info();
    Stat stat = stat();
    Map<String, Double> telemetry = new LinkedHashMap<>();
    double pageBytes = stat.pageSize;
    telemetry.put("map_used_bytes", (info.lastPageNumber + 1) * pageBytes);
    telemetry.put("map_size_bytes", (double) info.mapSize);
    telemetry.put("branch_pages_bytes", stat.branchPages * pageBytes);
    telemetry.put("leaf_pages_bytes", stat.leafPages * pageBytes);
    telemetry.put("overflow_pages_bytes", stat.overflowPages * pageBytes);
    telemetry.put("tree_depth", (double) stat.depth);
    telemetry.put("transactions_total", (double) info.lastTransactionId);
    telemetry.put("readers", (double) info.numReaders);
    telemetry.put("keys", (double) stat.entries);
    return telemetry;
  }

  private Stat stat() {
    try (Txn<MemorySegment> transaction = environment.txnRead()) {
      return rows.stat(transaction);
    }
  }

  @Override
  public long count() {
    return stat().entries;
  }

  @Override
  public void truncate() {
    try (Txn<MemorySegment> transaction = environment.txnWrite()) {
      rows.drop(transaction);
      transaction.commit();
    }
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of("sync", "Waits until all writes are on disk.");
  }

  @Override
  public String runHook(String name) {
    if (!name.equals("sync")) {
      throw new UnsupportedOperationException("lmdb has no hook " + name);
    }
    environment.sync(true);
    return "all writes are on disk";
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return switch (exception) {
      case Env.MapFullException _ -> FailureCode.own("map-full");
      case Env.ReadersFullException _ -> FailureCode.own("readers-full");
      case Dbi.BadValueSizeException _ -> Common.TOO_LARGE;
      case KeyTooLongException _ -> Common.KEY_TOO_LONG;
      case LmdbNativeException e when e.getResultCode() == NO_SPACE -> FailureCode.own("disk-full");
      case LmdbNativeException e when e.getResultCode() == IO_ERROR -> Common.IO_ERROR;
      default -> FailureCode.of(exception);
    };
  }

  @Override
  public void close() {
    environment.close();
  }

  private static final class KeyTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    KeyTooLongException(int length, int maximum) {
      super("a key must have at most " + maximum + " bytes, had " + length);
    }
  }

  /** The calls of a session, which keeps a reader and a buffer for the key. */
  private final class LmdbAccess implements Access {
    private final MemorySegment buffer = Arena.ofAuto().allocate(environment.getMaxKeySize());
    private final Txn<MemorySegment> reader = environment.txnRead();

    LmdbAccess() {
      reader.reset(); // A reader that is not reset prevents old pages from being reused.
    }

    private MemorySegment copied(byte[] key) {
      if (key.length > buffer.byteSize()) {
        throw new KeyTooLongException(key.length, environment.getMaxKeySize());
      }
      MemorySegment.copy(key, 0, buffer, ValueLayout.JAVA_BYTE, 0, key.length);
      return buffer.asSlice(0, key.length);
    }

    @Override
    public boolean get(byte[] key, FoundValue found) {
      MemorySegment wanted = copied(key);
      reader.renew();
      try {
        MemorySegment value = rows.get(reader, wanted);
        if (value == null) {
          return false;
        }
        int length = Math.toIntExact(value.byteSize());
        MemorySegment.copy(value, ValueLayout.JAVA_BYTE, 0, found.buffer(length), 0, length);
        return true;
      } finally {
        reader.reset();
      }
    }

    @Override
    public void put(byte[] key, byte[] value, int offset, int length) {
      try (Txn<MemorySegment> transaction = environment.txnWrite()) {
        put(transaction, key, value, offset, length);
        transaction.commit();
      }
    }

    /** Copies the value directly to its place in the map. */
    private void put(
        Txn<MemorySegment> transaction, byte[] key, byte[] value, int offset, int length) {
      MemorySegment place = rows.reserve(transaction, copied(key), length);
      MemorySegment.copy(value, offset, place, ValueLayout.JAVA_BYTE, 0, length);
    }

    @Override
    public boolean delete(byte[] key) {
      try (Txn<MemorySegment> transaction = environment.txnWrite()) {
        boolean existed = rows.delete(transaction, copied(key));
        transaction.commit();
        return existed;
      }
    }

    @Override
    public List<byte @Nullable []> scan(byte[] from, int limit) {
      List<byte @Nullable []> values = new ArrayList<>();
      MemorySegment first = copied(from);
      reader.renew();
      try (Cursor<MemorySegment> cursor = rows.openCursor(reader)) {
        boolean is = cursor.get(first, GetOp.MDB_SET_RANGE);
        while (is && values.size() < limit) {
          values.add(cursor.val().toArray(ValueLayout.JAVA_BYTE));
          is = cursor.seek(SeekOp.MDB_NEXT);
        }
      } finally {
        reader.reset();
      }
      return values;
    }

    @Override
    public void putAll(List<byte[]> keys, List<byte[]> values) {
      try (Txn<MemorySegment> transaction = environment.txnWrite()) {
        for (int i = 0; i < keys.size(); i++) {
          put(transaction, keys.get(i), values.get(i), 0, values.get(i).length);
        }
        transaction.commit();
      }
    }

    @Override
    public void rehearse() {
      reader.renew();
      reader.reset();
    }

    /** Aborts the reader, which releases its slot. Only a renewed reader can be aborted. */
    @Override
    public void close() {
      reader.renew();
      reader.close();
    }
  }
}
