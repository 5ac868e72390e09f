package org.plimsoll.api.kit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A fixed number of connections that sessions share evenly, or one connection per session.
 *
 * @param <C> the library's connection
 */
public final class SharedConnections<C> {
  private final List<SharedConnection<C>> shared = new ArrayList<>();
  private final Callable<? extends C> connector;
  private final Consumer<? super C> closer;
  private final Set<SharedSession<C, ?>> sessions = ConcurrentHashMap.newKeySet();

  /**
   * Creates a session on a connection that is open.
   *
   * @param <C> the library's connection
   * @param <S> the session
   */
  @FunctionalInterface
  public interface SessionMaker<C, S> {
    /** Creates the session, or throws when the connection cannot be used for it. */
    S on(SharedConnection<C> joined) throws Exception;
  }

  /**
   * Creates connections that open when a session needs them.
   *
   * @param count number of connections; 0 = one per session
   * @param connector connects, and throws when the target cannot be reached
   * @param closer closes a connection without waiting
   */
  public SharedConnections(int count, Callable<? extends C> connector, Consumer<? super C> closer) {
    this.connector = connector;
    this.closer = closer;
    for (int i = 0; i < count; i++) {
      shared.add(new SharedConnection<>(connector, closer));
    }
  }

  /** Returns the number of shared connections; 0 if each session has its own. */
  public int count() {
    return shared.size();
  }

  /**
   * Returns an open connection for one more session: a new one, or the shared one with the fewest
   * sessions. A session that replaces a stalled session thus gets the same connection, reopened.
   *
   * @throws Exception any exception of the connector
   */
  public SharedConnection<C> join() throws Exception {
    SharedConnection<C> joined = leastShared();
    try {
      var _ = joined.open();
      return joined;
    } catch (Exception e) {
      leave(joined);
      throw e;
    }
  }

  /**
   * Opens a session on a connection from {@link #join}. The session releases the connection when it
   * is closed.
   *
   * @throws Exception any exception of the connector or of the maker
   */
  public <S extends SharedSession<C, ?>> S openSession(SessionMaker<C, S> maker) throws Exception {
    SharedConnection<C> joined = join();
    S session;
    try {
      session = maker.on(joined);
    } catch (Exception e) {
      leave(joined);
      throw e;
    }
    session.whenEnded(() -> {
      sessions.remove(session);
      leave(joined);
    });
    sessions.add(session);
    return session;
  }

  private SharedConnection<C> leastShared() {
    if (shared.isEmpty()) {
      return new SharedConnection<>(connector, closer);
    }
    synchronized (shared) {
      SharedConnection<C> least =
          Collections.min(shared, Comparator.comparingInt(SharedConnection::sessions));
      least.join();
      return least;
    }
  }

  /** Releases a connection from {@link #join}; closes it if it belonged to one session. */
  public void leave(SharedConnection<C> joined) {
    if (shared.isEmpty()) {
      joined.close();
    } else {
      joined.leave();
    }
  }

  /** Closes the sessions of {@link #openSession} that are still open. */
  public void closeSessions() {
    sessions.forEach(SharedSession::close);
  }

  /** Closes the sessions, and then the shared connections permanently. */
  public void close() {
    closeSessions();
    shared.forEach(SharedConnection::close);
  }
}
