package org.plimsoll.api;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** What the engine gives a driver that opens a target. */
public interface DriverContext {
  /**
   * The target without scheme, credentials and query: {@code 127.0.0.1:6379,127.0.0.1:6380/2} of
   * {@code redis://user:secret@127.0.0.1:6379,127.0.0.1:6380/2?tls=true}. User and password of the
   * URI are the values of the settings {@code user} and {@code password}.
   */
  String address();

  /** The values of {@link Driver#settings}. */
  SettingValues settings();

  /** The names of the fields that every row has. */
  List<String> fieldNames();

  /** A folder of this run's own, deleted at its end. */
  Path temporaryFolder();

  Timeline timeline();

  /** Seed for whatever the driver draws. */
  long seed();

  /** The one way to make a session of straight-line code. */
  Session blocking(BlockingSession session);

  /**
   * The same for code that must stay on one thread, because it keeps things by thread or promises
   * its users one: the session is made, used and closed on a thread of its own, which ends with it.
   *
   * @param thread what kind of thread, such as {@code Thread.ofVirtual()}; a platform thread should
   *     be a daemon, so that a call that never returns does not keep the process
   * @param maker is called on that thread
   * @throws Exception what the maker throws
   */
  Session confined(Thread.Builder thread, Callable<? extends BlockingSession> maker)
      throws Exception;

  /**
   * Opens the part of a composed target that the setting names. The client that opens it closes it.
   *
   * @param part a {@link Setting#target} of the driver's
   */
  Client open(Setting<String> part) throws Exception;

  /** A counter of the driver's own, in results and SLOs under this name. */
  Counter counter(String name);

  /** A timing of the driver's own, such as the wait for a pooled connection. */
  Timing timing(String name);

  /**
   * Tells that something happened to the target that explains the numbers from now on, such as a
   * node that joined. It stands in the log of events and on charts, and how long the latency took
   * to settle after it is found.
   *
   * @param text a few words, such as {@code node 10.0.0.4 joined}
   */
  default void event(String text) {}

  /** Counts what the driver wants to tell. */
  interface Counter {
    void add(long count);
  }

  /** Records durations that the driver wants to tell. */
  interface Timing {
    void record(long nanos);
  }
}
