package org.plimsoll.driver.bdb;

import com.sleepycat.je.CheckpointConfig;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DeadlockException;
import com.sleepycat.je.DiskLimitException;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Durability.ReplicaAckPolicy;
import com.sleepycat.je.Durability.SyncPolicy;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.EnvironmentFailureException;
import com.sleepycat.je.EnvironmentMutableConfig;
import com.sleepycat.je.EnvironmentStats;
import com.sleepycat.je.JEVersion;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.LockTimeoutException;
import com.sleepycat.je.LogWriteException;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.StatsConfig;
import com.sleepycat.je.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.plimsoll.api.embedded.FoundValue;

/** A transactional environment with one database. */
final class BdbStore implements EmbeddedStore {
  private static final String ROWS = "rows";

  private final Environment environment;
  private final Database rows;
  private final SettingValues settings;

  private BdbStore(Environment environment, Database rows, SettingValues settings) {
    this.environment = environment;
    this.rows = rows;
    this.settings = settings;
  }

  static BdbStore open(Path folder, SettingValues settings) {
    EnvironmentConfig config = new EnvironmentConfig();
    config.setAllowCreate(true);
    config.setTransactional(true);
    config.setConfigParam(
        EnvironmentConfig.LOG_FILE_MAX, String.valueOf(settings.get(BdbSettings.LOG_FILE)));
    config.setConfigParam(
        EnvironmentConfig.CHECKPOINTER_BYTES_INTERVAL,
        String.valueOf(settings.get(BdbSettings.CHECKPOINT_BYTES)));
    long cleaners = settings.get(BdbSettings.CLEANERS);
    config.setConfigParam(EnvironmentConfig.ENV_RUN_CLEANER, String.valueOf(cleaners > 0));
    config.setConfigParam(EnvironmentConfig.CLEANER_THREADS, String.valueOf(Math.max(1, cleaners)));
    config.setLockTimeout(settings.get(BdbSettings.LOCK_TIMEOUT).toMillis(), TimeUnit.MILLISECONDS);
    // By default, BDB refuses writes while less than 5 GB of the disk are free.
    config.setConfigParam(EnvironmentConfig.FREE_DISK, "0");
    config.setConfigParam(EnvironmentConfig.STATS_COLLECT, "false"); // would write a separate file
    config.setConfigParam(EnvironmentConfig.FILE_LOGGING_LEVEL, "OFF");
    config.setConfigParam(EnvironmentConfig.CONSOLE_LOGGING_LEVEL, "OFF");
    tune(config, settings);
    Environment environment = new Environment(folder.toFile(), config);
    try {
      DatabaseConfig database = new DatabaseConfig();
      database.setAllowCreate(true);
      database.setTransactional(true);
      Database rows = environment.openDatabase(null, ROWS, database);
      return new BdbStore(environment, rows, settings);
    } catch (RuntimeException e) {
      environment.close();
      throw e;
    }
  }

  private static void tune(EnvironmentMutableConfig config, SettingValues settings) {
    SyncPolicy policy =
        switch (settings.get(BdbSettings.DURABILITY)) {
          case MEMORY -> SyncPolicy.NO_SYNC;
          case PAGE_CACHE -> SyncPolicy.WRITE_NO_SYNC;
          case DISK -> SyncPolicy.SYNC;
        };
    config.setDurability(new Durability(policy, SyncPolicy.NO_SYNC, ReplicaAckPolicy.NONE));
    config.setCacheSize(settings.get(BdbSettings.CACHE));
  }

  @Override
  public Access access() {
    return new BdbAccess();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("bdb version", JEVersion.CURRENT_VERSION.getVersionString());
    facts.put("cache bytes", String.valueOf(environment.getMutableConfig().getCacheSize()));
    facts.put("log file bytes", String.valueOf(settings.get(BdbSettings.LOG_FILE)));
    facts.put("cleaners", String.valueOf(settings.get(BdbSettings.CLEANERS)));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() {
    EnvironmentStats stats = environment.getStats(new StatsConfig().setFast(true));
    Map<String, Double> telemetry = new LinkedHashMap<>();
    telemetry.put("cache_used_bytes", (double) stats.getCacheTotalBytes());
    telemetry.put("cache_misses_total", (double) stats.getNCacheMiss());
    telemetry.put("nodes_evicted_total", (double) stats.getNNodesEvicted());
    telemetry.put("log_bytes", (double) stats.getTotalLogSize());
    telemetry.put("log_active_bytes", (double) stats.getActiveLogSize());
    telemetry.put("log_syncs_total", (double) stats.getNLogFSyncs());
    telemetry.put("cleaner_runs_total", (double) stats.getNCleanerRuns());
    telemetry.put("checkpoints_total", (double) stats.getNCheckpoints());
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    EnvironmentMutableConfig config = environment.getMutableConfig();
    tune(config, changed);
    environment.setMutableConfig(config);
  }

  @Override
  public long count() {
    return rows.count();
  }

  @Override
  public void truncate() {
    Transaction transaction = environment.beginTransaction(null, null);
    try (Cursor cursor = rows.openCursor(transaction, null)) {
      DatabaseEntry key = new DatabaseEntry();
      DatabaseEntry none = new DatabaseEntry();
      none.setPartial(0, 0, true);
      while (cursor.getNext(key, none, LockMode.RMW) == OperationStatus.SUCCESS) {
        cursor.delete();
      }
    } catch (RuntimeException e) {
      transaction.abort();
      throw e;
    }
    transaction.commit();
  }

  @Override
  public Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("checkpoint", "Writes a checkpoint, which shortens a later recovery.");
    hooks.put("clean", "Cleans log files until no further file can be deleted.");
    return hooks;
  }

  @Override
  public String runHook(String name) {
    switch (name) {
      case "checkpoint" -> environment.checkpoint(new CheckpointConfig().setForce(true));
      case "clean" -> {
        int files = 0;
        for (int cleaned = environment.cleanLog(); cleaned > 0; cleaned = environment.cleanLog()) {
          files += cleaned;
        }
        environment.checkpoint(new CheckpointConfig().setForce(true));
        return files + " log files are cleaned";
      }
      default -> throw new UnsupportedOperationException("bdb has no hook " + name);
    }
    return "a checkpoint is written";
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return switch (exception) {
      case DiskLimitException _, LogWriteException _ -> FailureCode.own("disk-full");
      case DeadlockException _ -> FailureCode.own("deadlock");
      case LockTimeoutException _ -> FailureCode.own("lock-timeout");
      case LockConflictException _ -> Common.CONFLICT;
      case EnvironmentFailureException _ -> FailureCode.own("environment-failure");
      default -> FailureCode.of(exception);
    };
  }

  @Override
  public void close() {
    try {
      rows.close();
    } finally {
      environment.close();
    }
  }

  /** The calls of a session. Each call is one transaction. */
  private final class BdbAccess implements Access {
    private final DatabaseEntry key = new DatabaseEntry();
    private final DatabaseEntry value = new DatabaseEntry();

    @Override
    public boolean get(byte[] wanted, FoundValue found) {
      key.setData(wanted);
      if (rows.get(null, key, value, LockMode.DEFAULT) != OperationStatus.SUCCESS) {
        return false;
      }
      found.set(value.getData());
      return true;
    }

    @Override
    public void put(byte[] wanted, byte[] bytes, int offset, int length) {
      put(null, wanted, bytes, offset, length);
    }

    private void put(
        @Nullable Transaction transaction, byte[] wanted, byte[] bytes, int offset, int length) {
      key.setData(wanted);
      var _ = rows.put(transaction, key, new DatabaseEntry(bytes, offset, length));
    }

    @Override
    public boolean delete(byte[] wanted) {
      key.setData(wanted);
      return rows.delete(null, key) == OperationStatus.SUCCESS;
    }

    @Override
    public List<byte @Nullable []> scan(byte[] from, int limit) {
      List<byte @Nullable []> values = new ArrayList<>();
      DatabaseEntry at = new DatabaseEntry(from);
      try (Cursor cursor = rows.openCursor(null, null)) {
        OperationStatus status = cursor.getSearchKeyRange(at, value, LockMode.DEFAULT);
        while (status == OperationStatus.SUCCESS && values.size() < limit) {
          values.add(value.getData());
          status = cursor.getNext(at, value, LockMode.DEFAULT);
        }
      }
      return values;
    }

    @Override
    public void putAll(List<byte[]> keys, List<byte[]> values) {
      Transaction transaction = environment.beginTransaction(null, null);
      try {
        for (int i = 0; i < keys.size(); i++) {
          put(transaction, keys.get(i), values.get(i), 0, values.get(i).length);
        }
      } catch (RuntimeException e) {
        transaction.abort();
        throw e;
      }
      transaction.commit();
    }
  }
}
