package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import org.plimsoll.api.Completion;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** One operation in flight. Its statements contain copies, not the engine's rows. */
final class Request extends InFlight {
  private final SharedConnection<Connected> link;
  private final Connected connected;
  private final Templates templates;

  Request(
      Completion completion,
      SharedConnection<Connected> link,
      Connected connected,
      Templates templates) {
    super(completion);
    this.link = link;
    this.connected = connected;
    this.templates = templates;
  }

  /**
   * Returns the library's session on which this operation was sent. It may have been replaced since
   * then.
   */
  CqlSession session() {
    return connected.session();
  }

  Templates templates() {
    return templates;
  }

  @Override
  protected void abandoned() {
    link.abandoned(connected);
  }
}
