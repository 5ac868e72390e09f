package org.plimsoll.run;

import java.util.HashSet;
import java.util.Set;
import org.plimsoll.result.EventKind;

/** Reports the message of the first failure of each code, for a limited number of codes. */
final class FirstFailures {
  private static final int CODES = 50;

  private final RunOrigin origin;
  private final RunEvents events;
  private final Set<String> told = new HashSet<>();

  FirstFailures(RunOrigin origin, RunEvents events) {
    this.origin = origin;
    this.events = events;
  }

  void tell(IntervalMaker.Said said) {
    if (told.size() < CODES && told.add(said.code())) {
      events.eventAt(
          origin.startNanos() + said.first().atNanos(),
          EventKind.FAILURE,
          "first " + said.code() + " (" + said.operation() + "): " + said.first().message());
    }
  }
}
