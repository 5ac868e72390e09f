package org.plimsoll.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DurationText;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.engine.spec.TuneSpec.Method;

/** Resolves a request to a checked search and to the run whose load it varies. */
public final class TuneResolver {
  private static final String FIRST_RATE = "1k";
  private static final String IN_FLIGHT = "max-in-flight";

  private final Map<String, Given> values = new LinkedHashMap<>();
  private final Map<String, Given> ofRun = new LinkedHashMap<>();

  private TuneResolver(RunRequest request) {
    request
        .values()
        .forEach((name, given) ->
            (TuneSettings.named(name).isPresent() ? values : ofRun).put(name, given));
  }

  /** A search and its run. */
  public record ResolvedTune(ResolvedRun run, TuneSpec tune) {
    public ResolvedTune {
      Objects.requireNonNull(run);
    }
  }

  /**
   * Resolves a request.
   *
   * @throws InvalidSpecException if a value is refused
   */
  public static ResolvedTune resolve(RunRequest request, Plugins drivers) {
    return new TuneResolver(request).resolveWith(request, drivers);
  }

  private ResolvedTune resolveWith(RunRequest request, Plugins drivers) {
    TuneSettings.group().settings().forEach(this::find);
    Method method = get(TuneSettings.METHOD);
    boolean closed = get(TuneSettings.CLOSED);
    long trackNanos = trackNanos(method);
    for (String name :
        List.of(
            "ops",
            "forever",
            "iterations",
            "model",
            "properties",
            "schedule",
            closed ? "rate" : "workers")) {
      refuse(name, name.equals("workers") ? "without closed" : "in a search");
    }
    if (closed && method != Method.SEARCH) {
      throw new InvalidSpecException(
          "method: must be search if closed is set, was '" + text(TuneSettings.METHOD) + "'");
    }
    if (closed) {
      refuseSearch(TuneSettings.MAX_RATE, "with closed, which has max-workers");
      ofRun.putIfAbsent("workers", Given.byDefault("1"));
    } else {
      refuseSearch(TuneSettings.MAX_WORKERS, "without closed");
      Given cap = values.get(TuneSettings.MAX_RATE.name());
      ofRun.putIfAbsent("rate", Given.byDefault(cap == null ? FIRST_RATE : least(cap.text())));
    }
    if (method != Method.RAMP) {
      refuseSearch(TuneSettings.STEP, "without method ramp");
      refuseSearch(TuneSettings.VIOLATIONS, "without method ramp");
    }
    ofRun.put("forever", Given.byDefault("true"));
    ResolvedRun run =
        RunResolver.resolve(
            new RunRequest(request.target(), ofRun, request.driverSettings(), request.scenarios()),
            drivers);
    if (run.spec().loads().size() > 1) {
      throw new InvalidSpecException(
          "scenarios: must be a single one in a search, because the search changes its load");
    }
    if (run.spec().checks().slos().isEmpty()) {
      throw new InvalidSpecException(
          "slo: must be given for a search, such as p99<10ms, was absent");
    }
    run.spec().checks().slos().stream()
        .filter(slo ->
            slo.operation().contains("/")
                || slo.operation().equals(SloSpec.CONSISTENCY)
                || slo.driverTiming() != null
                || SloSpec.isHitRatio(slo.metric()))
        .findFirst()
        .ifPresent(slo -> {
          throw new InvalidSpecException(
              "slo: must bound a figure of the load that the search changes, was '"
                  + slo.text()
                  + "'");
        });
    requireFrequentTelemetry(run.spec());
    if (!closed && run.spec().parameters().bound().whenFull() == WhenFull.HOLD) {
      throw new InvalidSpecException(
          "when-full: must be wait or shed in a search, which needs the whole rate, was 'hold'");
    }
    TuneSpec tune = tune(run.spec(), method, closed, trackNanos);
    List<ResolvedRun.Value> story = new ArrayList<>(run.values());
    story.removeIf(value -> value.name().equals("forever")); // the search itself ends the run
    TuneSettings.group().settings().forEach(setting -> addTo(story, setting));
    return new ResolvedTune(
        new ResolvedRun(withSearch(run.spec()), story).withObjectiveOnErrors(), tune);
  }

  /** Checks that a trial is long enough to read the series of its objectives. */
  private void requireFrequentTelemetry(RunSpec run) {
    boolean isJudged = run.checks().slos().stream().anyMatch(SloSpec::isOnTelemetry);
    long everyNanos = run.observation().telemetryEveryNanos();
    if (isJudged && everyNanos > get(TuneSettings.TRIAL).toNanos()) {
      throw new InvalidSpecException(
          "telemetry-every: must be at most trial in a search with an objective on telemetry, was '"
              + DurationText.of(Duration.ofNanos(everyNanos))
              + "'");
    }
  }

  private void addTo(List<ResolvedRun.Value> story, Setting<?> setting) {
    Given given = values.get(setting.name());
    if (given != null) {
      story.add(new ResolvedRun.Value(setting.name(), given.text(), given.origin()));
    } else if (setting.defaultText() != null) {
      story.add(new ResolvedRun.Value(setting.name(), setting.defaultText(), Given.DEFAULT));
    }
  }

  /** Returns the length of tracking; other searches end by themselves. */
  private long trackNanos(Method method) {
    Given length = ofRun.remove("for");
    if (length == null) {
      return 0;
    }
    if (method != Method.TRACK) {
      throw new InvalidSpecException(
          "for: must be left out of a search (trial is the length of its trials), was '"
              + length.text()
              + "'");
    }
    return PhaseSettings.FOR.parse(length.text()).toNanos();
  }

  private TuneSpec tune(RunSpec run, Method method, boolean closed, long trackNanos) {
    double first = closed ? run.parameters().workers() : constantRate(run);
    Double cap =
        closed ? (Double) (double) get(TuneSettings.MAX_WORKERS) : find(TuneSettings.MAX_RATE);
    if (cap != null && first > cap) {
      String name = closed ? "workers" : "rate";
      throw new InvalidSpecException(
          name
              + ": must be at most max-"
              + name
              + " in a search, was '"
              + Objects.requireNonNull(ofRun.get(name)).text()
              + "'");
    }
    Duration trial = get(TuneSettings.TRIAL);
    Duration longest = get(TuneSettings.LONGEST_TRIAL);
    if (longest.compareTo(trial) < 0) {
      if (values.containsKey(TuneSettings.LONGEST_TRIAL.name())) {
        throw new InvalidSpecException(
            "longest-trial: must be at least trial, was '"
                + text(TuneSettings.LONGEST_TRIAL)
                + "'");
      }
      longest = trial;
    }
    Double step = find(TuneSettings.STEP);
    return new TuneSpec(
        method,
        new TuneSpec.Levels(
            first, cap == null ? Double.POSITIVE_INFINITY : cap, get(TuneSettings.PRECISION)),
        new TuneSpec.Trials(trial.toNanos(), longest.toNanos()),
        new TuneSpec.Ramp(step == null ? first : step, get(TuneSettings.VIOLATIONS)),
        trackNanos,
        smallestShare(run.checks().slos()),
        new TuneSpec.Load(
            closed,
            run.parameters().timeoutNanos(),
            ofRun.containsKey(IN_FLIGHT)
                ? run.parameters().bound().maxInFlight()
                : Integer.MAX_VALUE));
  }

  private static double smallestShare(List<SloSpec> objectives) {
    double smallest = 1;
    for (SloSpec slo : objectives) {
      // A p999 allows one slow operation in a thousand.
      String digits = slo.metric().replaceFirst("^p(?=\\d+$)", "");
      double share =
          slo.isOnErrors()
              ? slo.bound()
              : digits.equals(slo.metric()) ? 1 : 1 - Double.parseDouble("0." + digits);
      smallest = share > 0 ? Math.min(smallest, share) : smallest;
    }
    return smallest;
  }

  /** Returns a copy of the run that also stores the values of the search. */
  private RunSpec withSearch(RunSpec run) {
    Map<String, Object> resolved = new LinkedHashMap<>(run.identity().resolved());
    if (!ofRun.containsKey(IN_FLIGHT)) {
      resolved.remove(IN_FLIGHT); // derived from the load of each trial
    }
    TuneSettings.group()
        .settings()
        .forEach(setting -> {
          String text = text(setting);
          if (!text.isEmpty()) {
            resolved.put(setting.name(), text);
          }
        });
    return new RunSpec(
        new RunSpec.Identity(
            run.identity().name(), run.identity().seed(), resolved, run.identity().derived()),
        run.target(),
        run.scenarios(),
        run.fill(),
        run.phases(),
        run.checks(),
        run.observation(),
        run.before());
  }

  /**
   * Returns the constant rate at the start of a search. Rejects other rates, because the search
   * changes the rate.
   */
  private double constantRate(RunSpec run) {
    double sum = 0;
    for (Parameters.Lane lane : run.parameters().lanes()) {
      if (!(lane.rate() instanceof RateSpec.Constant(double perSecond))) {
        Given rate = ofRun.get("rate");
        throw new InvalidSpecException(
            "rate: must be a number in a search, which changes it, was '"
                + (rate == null ? "" : rate.text())
                + "'");
      }
      sum += perSecond;
    }
    return sum;
  }

  private static String least(String cap) {
    double first = Quantities.parseDecimal(FIRST_RATE);
    return TuneSettings.MAX_RATE.parse(cap) < first ? cap : FIRST_RATE;
  }

  private void refuse(String name, String where) {
    Given given = ofRun.get(name);
    if (given != null && !given.text().equals("false")) {
      boolean mayHoldSecrets = name.equals("properties") || name.equals("schedule");
      throw new InvalidSpecException(
          name
              + ": must be left out "
              + where
              + (mayHoldSecrets ? "" : ", was '" + RunSettings.shown(name, given.text()) + "'"));
    }
  }

  private void refuseSearch(Setting<?> setting, String where) {
    Given given = values.get(setting.name());
    if (given != null) {
      throw new InvalidSpecException(
          setting.name() + ": must be left out " + where + ", was '" + given.text() + "'");
    }
  }

  private String text(Setting<?> setting) {
    Given given = values.get(setting.name());
    return given != null ? given.text() : Objects.requireNonNullElse(setting.defaultText(), "");
  }

  private <T> T get(Setting<T> setting) {
    return Objects.requireNonNull(find(setting));
  }

  /**
   * Returns the value of a setting; null if it has none and no default. An empty text counts as a
   * value.
   */
  private <T> @Nullable T find(Setting<T> setting) {
    if (!values.containsKey(setting.name()) && setting.defaultText() == null) {
      return null;
    }
    try {
      return setting.parse(text(setting));
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
    }
  }
}
