package org.plimsoll.driver.ycsb;

import java.util.Properties;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/**
 * A workload class of YCSB, such as its time series workload, or a class of the user. It decides
 * which DB calls make up an operation. There is one object for each run, with a state for each
 * thread.
 */
final class HostedWorkload implements AutoCloseable {
  private final Workload workload;
  private final Properties properties;
  private final DriverContext context;
  private final int threads;

  private HostedWorkload(
      Workload workload, Properties properties, DriverContext context, int threads) {
    this.workload = workload;
    this.properties = properties;
    this.context = context;
    this.threads = threads;
  }

  static HostedWorkload open(
      BindingLoader loader, String className, Properties properties, DriverContext context) {
    try {
      Workload workload =
          loader
              .load(LegacyClasses.renamed(className), Workload.class)
              .getDeclaredConstructor()
              .newInstance();
      workload.init(properties);
      int threads = Integer.parseInt(properties.getProperty("threadcount", "1").strip());
      return new HostedWorkload(workload, properties, context, threads);
    } catch (ReflectiveOperationException | WorkloadException | RuntimeException e) {
      throw new IllegalArgumentException(
          "workload-class: '" + className + "' cannot start: " + Outcome.sentenceOf(e), e);
    }
  }

  /** Creates the state of a thread, with a DB whose calls are timed individually. */
  OnThread newThread(int number, DB db) throws WorkloadException {
    // A session that replaces a stuck one takes over its thread number.
    int place = number % threads;
    Object state = workload.initThread(properties, place, threads);
    return new OnThread(workload, new TimedDb(db, context), state);
  }

  @Override
  public void close() {
    try {
      workload.cleanup();
    } catch (WorkloadException | RuntimeException e) {
      context.event("the workload's cleanup failed: " + Outcome.sentenceOf(e));
    }
  }

  /** The workload on one thread. */
  static final class OnThread {
    private final Workload workload;
    private final TimedDb db;
    private final Object state;

    OnThread(Workload workload, TimedDb db, Object state) {
      this.workload = workload;
      this.db = db;
      this.state = state;
    }

    /** Performs one operation. Returns the outcome of its calls. */
    TimedDb.Calls perform(boolean insert) {
      db.begin();
      boolean done = insert ? workload.doInsert(db, state) : workload.doTransaction(db, state);
      return db.end(done);
    }
  }
}
