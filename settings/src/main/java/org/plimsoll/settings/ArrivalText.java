package org.plimsoll.settings;

import java.util.Map;
import java.util.stream.LongStream;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ArrivalTrace;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Plugins;

/** Arrival processes as people write them: {@code poisson}, {@code gamma(0.5)}. */
final class ArrivalText {
  private static final int MAX_TIMESTAMPS = 5_000_000;

  /** What each process must look like, by its name. */
  private static final Map<String, String> FORMS =
      Map.of(
          "constant",
          "constant",
          "poisson",
          "poisson",
          "uniform",
          "uniform(jitter), a share of the mean gap above 0 and at most 1",
          "gamma",
          "gamma(shape) from 0.01 to 1m",
          "lognormal",
          "lognormal(sigma) above 0 and at most 5",
          "pareto",
          "pareto(shape) above 1, so that there is a mean, and at most 1m",
          "hyperexponential",
          "hyperexponential(cv2) above 1 and at most 1m",
          "markov",
          "markov(ratio, calm, burst) such as markov(10, 5k, 1k), a ratio above 1 and mean"
              + " numbers of operations above 0",
          "trace",
          "trace(file) or trace(file, speed), a speed from 0.000001 to 1m",
          CustomClass.WORD,
          "custom(name,…) with the name of a folder among the drivers");

  private ArrivalText() {}

  static ArrivalSpec parse(String text) {
    CallText call = CallText.parse(text);
    String form = FORMS.get(call.name());
    if (form == null) {
      throw new InvalidSpecException(
          "arrivals: must be one of constant, poisson, uniform(jitter), gamma(shape),"
              + " lognormal(sigma), pareto(shape), hyperexponential(cv2),"
              + " markov(ratio,calm,burst), trace(file) and custom(name,…), was '"
              + text
              + "'"
              + NearestName.suggestion(call.name(), FORMS.keySet()));
    }
    try {
      return process(call);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException("arrivals: must be " + form + ", was '" + text + "'", e);
    }
  }

  /**
   * Looks for the class that is named, if one is.
   *
   * @param text what was written, for sentences
   */
  static ArrivalSpec found(ArrivalSpec said, Plugins plugins, String text) {
    if (!(said instanceof ArrivalSpec.Custom custom)) {
      return said;
    }
    try {
      CustomClass<CustomArrivals> own = custom.own().lookFor(CustomArrivals.class, plugins);
      CustomArrivals.Gaps _ = own.make(CustomArrivals::of);
      return new ArrivalSpec.Custom(own);
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException("arrivals: " + e.getMessage() + ", was '" + text + "'", e);
    }
  }

  private static ArrivalSpec process(CallText call) {
    if (call.name().equals(CustomClass.WORD)) {
      return new ArrivalSpec.Custom(CustomClass.of(call));
    }
    return switch (call.signature()) {
      case "constant/0" -> new ArrivalSpec.Constant();
      case "poisson/0" -> new ArrivalSpec.Poisson();
      case "uniform/1" -> new ArrivalSpec.Uniform(number(call, 0));
      case "gamma/1" -> new ArrivalSpec.Gamma(number(call, 0));
      case "lognormal/1" -> new ArrivalSpec.Lognormal(number(call, 0));
      case "pareto/1" -> new ArrivalSpec.Pareto(number(call, 0));
      case "hyperexponential/1" -> new ArrivalSpec.Hyperexponential(number(call, 0));
      case "markov/3" -> new ArrivalSpec.Markov(number(call, 0), number(call, 1), number(call, 2));
      case "trace/1" -> trace(call.argument(0), 1);
      case "trace/2" -> trace(call.argument(0), number(call, 1));
      default -> throw new IllegalArgumentException("must have other arguments");
    };
  }

  private static ArrivalSpec trace(String file, double speed) {
    LongStream.Builder instants = LongStream.builder();
    long[] last = {Long.MIN_VALUE};
    SeriesFile.read(
        "arrivals",
        file,
        MAX_TIMESTAMPS,
        row -> {
          String allowed =
              "a time, not before the one above, such as 1.25, 90s or 2026-11-21T10:00:00.125Z";
          last[0] = row.parse(allowed, () -> row.nanosFrom(last[0]));
          instants.add(last[0]);
        });
    try {
      return new ArrivalSpec.Trace(file, speed, new ArrivalTrace(instants.build().toArray()));
    } catch (IllegalArgumentException e) {
      if (speed >= 1e-6 && speed <= 1e6) {
        throw new InvalidSpecException(
            "arrivals: must name a trace of different times, was '" + file + "'", e);
      }
      throw e;
    }
  }

  private static double number(CallText call, int index) {
    return Quantities.parseDecimal(call.argument(index));
  }
}
