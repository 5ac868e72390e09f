package org.plimsoll.engine.tune;

import java.util.Locale;

/** A probe in a sentence. */
final class ProbeText {
  private ProbeText() {}

  static String event(Probe probe, boolean closed) {
    String load =
        closed
            ? String.format(Locale.ROOT, "%,.0f workers", probe.level())
            : String.format(Locale.ROOT, "%,.0f/s", probe.level());
    String because =
        probe.reason().isEmpty()
            ? String.format(
                Locale.ROOT, "%s at %.2f of its bound", probe.objective(), probe.stress().value())
            : probe.reason();
    return String.format(
        Locale.ROOT,
        "%d (%s) at %s %s: %s",
        probe.number(),
        probe.stage(),
        load,
        probe.outcome().name().toLowerCase(Locale.ROOT),
        because);
  }
}
