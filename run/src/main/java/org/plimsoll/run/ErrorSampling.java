package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.ErrorSamples.Sample;

/** Reports the last failed operations of all scenarios, whenever there are new ones. */
final class ErrorSampling {
  private final List<Scenario> scenarios;
  private final RunOrigin origin;
  private final RunEvents events;
  private long told;

  ErrorSampling(List<Scenario> scenarios, RunOrigin origin, RunEvents events) {
    this.scenarios = scenarios;
    this.origin = origin;
    this.events = events;
  }

  /** Reports the samples if some were added since the last call. Called by one thread at a time. */
  void tellNew() {
    long added = 0;
    for (Scenario scenario : scenarios) {
      FailureSamples its = scenario.failureSamples();
      added += its == null ? 0 : its.added();
    }
    if (added != told) {
      told = added;
      events.errorSamples(samples());
    }
  }

  private ErrorSamples samples() {
    Map<String, List<Sample>> byCode = new TreeMap<>();
    for (Scenario scenario : scenarios) {
      FailureSamples its = scenario.failureSamples();
      String path = scenario.spec().isNamed() ? scenario.name() + "/" : "";
      if (its != null) {
        its.byCode()
            .forEach((code, samples) -> {
              List<Sample> all = byCode.computeIfAbsent(code, _ -> new ArrayList<>());
              samples.forEach(sample -> all.add(shown(path, sample)));
            });
      }
    }
    List<ErrorSamples.Code> codes = new ArrayList<>();
    byCode.forEach((code, samples) -> {
      samples.sort(Comparator.comparingLong(Sample::atNanos).reversed());
      codes.add(
          new ErrorSamples.Code(
              code, samples.subList(0, Math.min(samples.size(), FailureSamples.KEPT_MAX))));
    });
    return new ErrorSamples(FailureSamples.KEPT_MAX, FailureSamples.PER_SECOND_MAX, codes);
  }

  private Sample shown(String path, FailureSamples.Sample sample) {
    return new Sample(
        origin.sinceStart(sample.endNanos()),
        origin.instant(sample.endNanos()).toString(),
        path + sample.operation(),
        sample.key(),
        sample.session(),
        sample.serviceNanos(),
        sample.message());
  }
}
