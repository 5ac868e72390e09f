package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The library's session, which all of ours share. The library opens its connections again when they
 * break; when they have stopped answering without breaking, a session that was closed with
 * operations under way puts them under suspicion, and the next session that is opened has the
 * library's session replaced, once, for all.
 */
final class Link {
  /**
   * A library session and its statements.
   *
   * @param templates null until the tables are there
   */
  record Connected(CqlSession session, @Nullable Templates templates) {}

  private final Callable<CqlSession> connector;
  private final Function<CqlSession, Templates> preparer;

  /** Held while connecting, which may take long; the rest is guarded by this link itself. */
  private final Object connecting = new Object();

  private @Nullable CqlSession suspect;
  private volatile @Nullable Connected connected;
  private boolean closed;

  Link(Callable<CqlSession> connector, Function<CqlSession, Templates> preparer) {
    this.connector = connector;
    this.preparer = preparer;
  }

  /** Null before the first {@link #open} and after {@link #close}. */
  @Nullable Connected connected() {
    return connected;
  }

  /** Connects where there is no connection, or a suspect one. */
  CqlSession open() throws Exception {
    synchronized (connecting) {
      CqlSession usable = usable();
      if (usable != null) {
        return usable;
      }
      Connected before = connected;
      CqlSession fresh = connector.call();
      Templates templates =
          before == null || before.templates() == null ? null : preparer.apply(fresh);
      synchronized (this) {
        if (closed) {
          before = new Connected(fresh, null);
        } else {
          connected = new Connected(fresh, templates);
          suspect = null;
        }
      }
      if (before != null) {
        var _ = before.session().forceCloseAsync();
      }
      return fresh;
    }
  }

  /** The same, with the statements, for whose tables it is time to be there. */
  void openPrepared() throws Exception {
    synchronized (connecting) {
      CqlSession session = open();
      Connected now = connected;
      if (now != null && now.templates() == null) {
        Templates templates = preparer.apply(session);
        synchronized (this) {
          connected = closed ? null : new Connected(session, templates);
        }
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // it is this very session that is stuck
  private synchronized @Nullable CqlSession usable() {
    Connected now = connected;
    return now == null || now.session() == suspect ? null : now.session();
  }

  /** Says that a session does not answer; one that was replaced meanwhile is forgotten. */
  @SuppressWarnings("ReferenceEquality")
  synchronized void suspect(CqlSession stuck) {
    Connected now = connected;
    if (now != null && stuck == now.session()) {
      suspect = stuck;
    }
  }

  /** What was open, which is the caller's to close. */
  synchronized @Nullable CqlSession close() {
    closed = true;
    Connected now = connected;
    connected = null;
    return now == null ? null : now.session();
  }
}
