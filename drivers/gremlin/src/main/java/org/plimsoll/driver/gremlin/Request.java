package org.plimsoll.driver.gremlin;

import org.plimsoll.api.Completion;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** An operation in flight. Its request contains copies, not the engine's rows. */
final class Request extends InFlight {
  private final SharedConnection<Link> shared;
  private final Link link;

  Request(Completion completion, SharedConnection<Link> shared, Link link) {
    super(completion);
    this.shared = shared;
    this.link = link;
  }

  Link link() {
    return link;
  }

  @Override
  protected void abandoned() {
    shared.abandoned(link);
  }
}
