package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.ErrorSamples.Sample;

/**
 * Reports the last failed operations of all scenarios and generators. Called by one thread at a
 * time.
 */
final class ErrorSampling {
  private final RunOrigin origin;
  private final RunEvents events;
  private final Map<String, List<Sample>> byCode = new TreeMap<>();
  private boolean hasNew;

  ErrorSampling(RunOrigin origin, RunEvents events) {
    this.origin = origin;
    this.events = events;
  }

  /** Adds samples of a scenario by code. */
  void add(String scenario, Map<String, List<FailureSamples.Sample>> samples) {
    String path = scenario.equals(ScenarioSpec.ONLY) ? "" : scenario + "/";
    samples.forEach((code, its) -> {
      List<Sample> all = byCode.computeIfAbsent(code, _ -> new ArrayList<>());
      its.forEach(sample -> all.add(shown(path, sample)));
      all.sort(Comparator.comparingLong(Sample::atNanos).reversed());
      if (all.size() > FailureSamples.KEPT_MAX) {
        all.subList(FailureSamples.KEPT_MAX, all.size()).clear();
      }
      hasNew = true;
    });
  }

  /** Reports the samples, if any were added since the last call. */
  void tellNew() {
    if (hasNew) {
      hasNew = false;
      List<ErrorSamples.Code> codes = new ArrayList<>();
      byCode.forEach(
          (code, samples) -> codes.add(new ErrorSamples.Code(code, List.copyOf(samples))));
      events.errorSamples(
          new ErrorSamples(FailureSamples.KEPT_MAX, FailureSamples.PER_SECOND_MAX, codes));
    }
  }

  private Sample shown(String path, FailureSamples.Sample sample) {
    return new Sample(
        sample.endNanos(),
        origin.instant(origin.startNanos() + sample.endNanos()).toString(),
        path + sample.operation(),
        sample.key(),
        sample.session(),
        sample.serviceNanos(),
        sample.message());
  }
}
