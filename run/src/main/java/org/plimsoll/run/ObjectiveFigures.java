package org.plimsoll.run;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.Objectives;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.Rates;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;

/**
 * The figures by which the objectives of a run or an iteration are judged.
 *
 * @param telemetry figures of the target's telemetry, by the name of the series
 * @param consistency consistency results; null if consistency was not checked
 */
record ObjectiveFigures(
    Measured measured,
    Observations observed,
    Map<String, SeriesFigures> telemetry,
    @Nullable ConsistencySummary consistency)
    implements Objectives.Source {
  private static final Rates NO_RATES = new Rates(null, 0, null, null);

  /**
   * Returns the figures that an objective bounds.
   *
   * @param name an operation, {@code all}, or a step such as {@code checkout/read}; prefixed with a
   *     scenario and a slash for one scenario only
   */
  @Override
  public Objectives.Observed of(String name) {
    if (name.equals(SloSpec.STALENESS) && consistency != null) {
      return new Objectives.Observed(staleness(consistency), 0, NO_RATES);
    }
    if (name.equals(SloSpec.CONSISTENCY)) {
      return new Objectives.Observed(
          null, 0, NO_RATES, Objectives.OfDriver.NONE, Map.of(), consistency);
    }
    if (name.equals(SloSpec.TELEMETRY)) {
      return new Objectives.Observed(null, 0, NO_RATES, Objectives.OfDriver.NONE, telemetry, null);
    }
    String first = name.substring(0, Math.max(0, name.indexOf('/')));
    Optional<Part> scenario =
        Stream.concat(measured.parts().stream(), measured.probes().stream())
            .filter(each -> each.scenario().isNamed() && each.scenario().name().equals(first))
            .findFirst();
    Part part = scenario.orElseGet(measured::all);
    return operation(part, scenario.isPresent() ? name.substring(first.length() + 1) : name);
  }

  private Objectives.Observed operation(Part part, String operation) {
    Totals totals = part.totals(operation);
    long scheduled = totals.count(Counter.SCHEDULED);
    boolean responds = !part.closed() && operation.indexOf('/') < 0;
    @Nullable OperationSummary shown =
        scheduled == 0 ? null : new PartFigures(part, measured).operation(totals, responds);
    double errors = scheduled == 0 ? 0 : 1 - (double) totals.answered() / scheduled;
    return new Objectives.Observed(
        shown,
        errors,
        Accounts.rates(totals, measured.seconds()),
        new Objectives.OfDriver(observed.counts(), observed.timings()),
        Map.of(),
        null);
  }

  /** Returns staleness in the form of an operation, so that objectives can bound it. */
  private static OperationSummary staleness(ConsistencySummary consistency) {
    long judged = consistency.freshness().reads().judged();
    return new OperationSummary(
        new Summary.Counts(judged, 0, 0, judged, judged),
        0,
        Map.of(),
        null,
        consistency.freshness().staleNanos());
  }
}
