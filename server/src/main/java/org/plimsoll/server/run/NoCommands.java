package org.plimsoll.server.run;

import java.util.List;
import org.plimsoll.run.RunGuard;
import org.plimsoll.server.security.CommandPolicy;

/** A guard that rejects all commands. */
final class NoCommands implements RunGuard {
  @Override
  public void starts(List<String> words) {
    CommandPolicy.NOTHING.check(words);
  }
}
