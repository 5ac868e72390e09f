import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;

/**
 * Reads rows that Plimsoll has written, with the library alone: one thread, uniform keys, each
 * value copied to an array as a user would. Prints the nanoseconds of processor time per read, with
 * those of the garbage collector.
 */
public final class BareLoop {
  private static final int STEPS = 1 << 12;

  /** A read of a key; returns the length of the value. */
  private interface Read {
    int of(byte[] key) throws Exception;
  }

  private BareLoop() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    double seconds = Double.parseDouble(arguments[2]);
    List<byte[]> keys = new ArrayList<>();
    Read read =
        switch (arguments[0]) {
          case "rocksdb" -> rocksdb(folder, keys);
          case "bdb" -> bdb(folder, keys);
          case "lmdb" -> lmdb(folder, keys);
          case "h2" -> h2(folder, keys);
          case "mapdb" -> mapdb(folder, keys);
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    byte[][] all = keys.toArray(byte[][]::new);
    nanosPerRead(read, all, 5);
    System.out.printf("%.1f%n", nanosPerRead(read, all, seconds));
    System.exit(0);
  }

  private static double nanosPerRead(Read read, byte[][] keys, double seconds) throws Exception {
    SplittableRandom random = new SplittableRandom(42);
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long start = process.getProcessCpuTime();
    long reads = 0;
    long bytes = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < STEPS; i++) {
        bytes += read.of(keys[random.nextInt(keys.length)]);
      }
      reads += STEPS;
    }
    if (bytes < reads) {
      throw new IllegalStateException("values are missing");
    }
    return (double) (process.getProcessCpuTime() - start) / reads;
  }

  private static Read rocksdb(Path folder, List<byte[]> keys) throws Exception {
    Options options =
        new Options()
            .setTableFormatConfig(
                new BlockBasedTableConfig().setBlockCache(new LRUCache(32 << 20)));
    RocksDB database = RocksDB.open(options, folder.toString());
    RocksIterator rows = database.newIterator();
    for (rows.seekToFirst(); rows.isValid(); rows.next()) {
      keys.add(rows.key());
    }
    byte[] buffer = new byte[4096];
    return key -> database.get(key, 0, key.length, buffer, 0, buffer.length);
  }

  private static Read bdb(Path folder, List<byte[]> keys) {
    EnvironmentConfig config = new EnvironmentConfig();
    config.setTransactional(true);
    config.setCacheSize(128 << 20);
    config.setConfigParam(EnvironmentConfig.FREE_DISK, "0");
    Environment environment = new Environment(folder.toFile(), config);
    DatabaseConfig form = new DatabaseConfig();
    form.setTransactional(true);
    Database database = environment.openDatabase(null, "rows", form);
    try (var cursor = database.openCursor(null, null)) {
      DatabaseEntry key = new DatabaseEntry();
      DatabaseEntry value = new DatabaseEntry();
      while (cursor.getNext(key, value, LockMode.DEFAULT) == OperationStatus.SUCCESS) {
        keys.add(key.getData());
      }
    }
    DatabaseEntry wanted = new DatabaseEntry();
    DatabaseEntry value = new DatabaseEntry();
    return key -> {
      wanted.setData(key);
      database.get(null, wanted, value, LockMode.DEFAULT);
      return value.getSize();
    };
  }

  private static Read lmdb(Path folder, List<byte[]> keys) {
    Env<ByteBuffer> environment =
        Env.create()
            .setMapSize(16L << 30)
            .setMaxDbs(1)
            .open(folder.toFile(), EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOSYNC);
    Dbi<ByteBuffer> rows = environment.openDbi("rows");
    try (Txn<ByteBuffer> all = environment.txnRead()) {
      for (CursorIterable.KeyVal<ByteBuffer> row : rows.iterate(all)) {
        byte[] key = new byte[row.key().remaining()];
        row.key().get(key);
        keys.add(key);
      }
    }
    Txn<ByteBuffer> reader = environment.txnRead();
    reader.reset();
    ByteBuffer wanted = ByteBuffer.allocateDirect(environment.getMaxKeySize());
    byte[] buffer = new byte[4096];
    return key -> {
      wanted.clear().put(key).flip();
      reader.renew();
      ByteBuffer value = rows.get(reader, wanted);
      int length = value.remaining();
      value.get(buffer, 0, length);
      reader.reset();
      return length;
    };
  }

  private static Read h2(Path folder, List<byte[]> keys) {
    MVStore store =
        new MVStore.Builder()
            .fileName(folder.resolve("rows.mv.db").toString())
            .cacheSize(64)
            .open();
    MVMap<byte[], byte[]> rows =
        store.openMap(
            "rows",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    rows.keyIterator(null).forEachRemaining(keys::add);
    return key -> rows.get(key).length;
  }

  private static Read mapdb(Path folder, List<byte[]> keys) {
    var rows =
        DBMaker.fileDB(folder.resolve("rows.mapdb").toFile())
            .fileMmapEnableIfSupported()
            .make()
            .treeMap("rows", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY)
            .valuesOutsideNodesEnable()
            .open();
    keys.addAll(rows.getKeys());
    return key -> rows.get(key).length;
  }
}
