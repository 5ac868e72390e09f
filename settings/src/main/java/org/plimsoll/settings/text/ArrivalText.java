package org.plimsoll.settings.text;

import java.util.stream.LongStream;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ArrivalTrace;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;

/** Parses arrival processes: {@code poisson}, {@code gamma(0.5)}. */
public final class ArrivalText {
  private static final String KEY = "arrivals";
  private static final int MAX_TIMESTAMPS = 5_000_000;

  private static final Argument<Double> JITTER =
      Argument.number("jitter", Bounds.above("0", "1"))
          .describedAs("largest deviation from the mean gap, as a share of it");
  private static final Argument<Double> SPEED =
      Argument.number("speed", Bounds.from("0.000001", "1m"))
          .withDefault("1")
          .describedAs("factor by which the gaps are shortened, when no rate is given");

  public static final Forms<ArrivalSpec> FORMS =
      Forms.of(
          KEY,
          Form.of("constant", "equal gaps", ArrivalSpec.Constant::new),
          Form.of(
              "poisson", "independent, exponentially distributed gaps", ArrivalSpec.Poisson::new),
          Form.of("uniform", "equal gaps with jitter", JITTER, ArrivalSpec.Uniform::new),
          Form.of(
              "gamma",
              "gamma distributed gaps: bursty for a shape below 1, Poisson at 1, more even above",
              number("shape", Bounds.from("0.01", "1m")),
              ArrivalSpec.Gamma::new),
          Form.of(
              "lognormal",
              "lognormal gaps; sigma is the standard deviation of their logarithm",
              number("sigma", Bounds.above("0", "5")),
              ArrivalSpec.Lognormal::new),
          Form.of(
              "pareto",
              "Pareto gaps, with a heavy tail; without a variance up to a shape of 2",
              number("shape", Bounds.above("1", "1m")),
              ArrivalSpec.Pareto::new),
          Form.of(
              "hyperexponential",
              "a mixture of two exponential distributions, by the squared coefficient of variation",
              number("cv2", Bounds.above("1", "1m")),
              ArrivalSpec.Hyperexponential::new),
          Form.of(
              "markov",
              "bursts: a Poisson process whose rate switches between two values",
              number("ratio", Bounds.above("1", "1m"))
                  .describedAs("rate in a burst, divided by the rate between bursts"),
              number("calm", Bounds.above("0", "1t"))
                  .describedAs("mean number of arrivals between bursts"),
              number("burst", Bounds.above("0", "1t"))
                  .describedAs("mean number of arrivals in a burst"),
              ArrivalSpec.Markov::new),
          Form.of(
              "trace",
              "the gaps between the timestamps in a file; repeated from the start at the end",
              Argument.file(),
              SPEED,
              ArrivalText::trace),
          CustomText.<CustomArrivals, ArrivalSpec>form(
              "a class that draws the gaps", ArrivalSpec.Custom::new));

  private ArrivalText() {}

  /**
   * Loads the user's class, if the arrival process is such a class.
   *
   * @param text the text that was parsed, for messages
   */
  public static ArrivalSpec loaded(ArrivalSpec parsed, Plugins plugins, String text) {
    if (!(parsed instanceof ArrivalSpec.Custom custom)) {
      return parsed;
    }
    try {
      CustomClass<CustomArrivals> own = custom.own().lookFor(CustomArrivals.class, plugins);
      CustomArrivals.Gaps _ = own.make(CustomArrivals::of);
      return new ArrivalSpec.Custom(own);
    } catch (InvalidSpecException e) {
      throw Refusal.of(KEY, String.valueOf(e.getMessage()), text, e);
    }
  }

  private static Argument<Double> number(String name, Bounds bounds) {
    return Argument.number(name, bounds);
  }

  private static ArrivalSpec trace(String file, double speed) {
    LongStream.Builder instants = LongStream.builder();
    long[] last = {Long.MIN_VALUE};
    SeriesFile.read(
        KEY,
        file,
        MAX_TIMESTAMPS,
        row -> {
          String allowed =
              "a time, not before the one above, such as 1.25, 90s or 2026-11-21T10:00:00.125Z";
          last[0] = row.parse(allowed, () -> row.nanosFrom(last[0]));
          instants.add(last[0]);
        });
    ArrivalTrace timestamps;
    try {
      timestamps = new ArrivalTrace(instants.build().toArray());
    } catch (IllegalArgumentException e) {
      throw Refusal.of(KEY, "must name a file with different timestamps", file, e);
    }
    return new ArrivalSpec.Trace(file, speed, timestamps);
  }
}
