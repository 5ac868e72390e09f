package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session of the library with its prepared statements, which are added once the tables exist. */
final class Connected {
  private final CqlSession session;
  private volatile @Nullable Templates templates;

  Connected(CqlSession session) {
    this.session = session;
  }

  CqlSession session() {
    return session;
  }

  /** The prepared statements; null until they are prepared. */
  @Nullable Templates templates() {
    return templates;
  }

  /** Prepares the statements; their tables must exist. */
  synchronized void prepare(Function<CqlSession, Templates> preparer) {
    if (templates == null) {
      templates = preparer.apply(session);
    }
  }
}
