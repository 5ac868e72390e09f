package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session of the library, and its statements once the tables are there. */
final class Connected {
  private final CqlSession session;
  private volatile @Nullable Templates templates;

  Connected(CqlSession session) {
    this.session = session;
  }

  CqlSession session() {
    return session;
  }

  /** Null until the statements are prepared. */
  @Nullable Templates templates() {
    return templates;
  }

  /** Prepares the statements, for whose tables it is time to be there. */
  synchronized void prepare(Function<CqlSession, Templates> preparer) {
    if (templates == null) {
      templates = preparer.apply(session);
    }
  }
}
