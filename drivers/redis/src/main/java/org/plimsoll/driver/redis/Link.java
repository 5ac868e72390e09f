package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sessions share. Lettuce reconnects it when it breaks; when it has stopped
 * answering without breaking, a session that was closed with operations under way puts it under
 * suspicion, and the next session that is opened has it replaced, once, for all that share it.
 */
final class Link {
  private final Callable<StatefulConnection<byte[], Slice>> connector;
  private @Nullable StatefulConnection<byte[], Slice> suspect;
  private volatile @Nullable StatefulConnection<byte[], Slice> connection;

  Link(Callable<StatefulConnection<byte[], Slice>> connector) {
    this.connector = connector;
  }

  /** Null before the first {@link #open} and after {@link #close}. */
  @Nullable StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  @SuppressWarnings("ReferenceEquality") // it is this very connection that is stuck
  synchronized void open() throws Exception {
    StatefulConnection<byte[], Slice> current = connection;
    if (current != null && suspect != current) {
      return;
    }
    connection = connector.call();
    suspect = null;
    if (current != null) {
      var _ = current.closeAsync();
    }
  }

  synchronized void suspect(StatefulConnection<byte[], Slice> stuck) {
    suspect = stuck;
  }

  synchronized void close() {
    StatefulConnection<byte[], Slice> current = connection;
    connection = null;
    if (current != null) {
      var _ = current.closeAsync();
    }
  }
}
