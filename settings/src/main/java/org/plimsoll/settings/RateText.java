package org.plimsoll.settings;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.RateSpec;

/** Rates as people write them: {@code 10k}, {@code ramp(1k, 10k, 5m)}, {@code csv(rates.csv)}. */
final class RateText {
  static final double LEAST_PER_SECOND = 1e-6;
  static final double MOST_PER_SECOND = 1e9;

  private static final int MAX_POINTS = 100_000;
  private static final String RATES = ", of rates from 0 to 1g that are not all 0";

  /** What each shape must look like, by its name. */
  private static final Map<String, String> FORMS =
      Map.of(
          "ramp", "ramp(from, to, length) such as ramp(1k, 10k, 5m)",
          "steps", "steps(from, step, to, each) such as steps(1k, 1k, 10k, 30s)",
          "sine", "sine(mean, amplitude, period) such as sine(5k, 2k, 10m), amplitude ≤ mean",
          "daily", "daily(least, most) or daily(least, most, day) such as daily(1k, 10k, 24h)",
          "spike", "spike(base, peak, at, length) such as spike(1k, 10k, 60s, 5s)",
          "csv", "csv(file), a file of times that do not decrease and rates such as 90s,5k");

  private RateText() {}

  /** Reads a rate or a shape. */
  static RateSpec parse(String text) {
    if (!text.contains("(")) {
      return new RateSpec.Constant(positive(text));
    }
    CallText call = CallText.parse(text);
    String form = FORMS.get(call.name());
    if (form == null) {
      throw new InvalidSpecException(
          "rate: must be a number or one of ramp, steps, sine, daily, spike and csv, was '"
              + text.strip()
              + "'"
              + NearestName.suggestion(call.name(), FORMS.keySet()));
    }
    try {
      return shape(call);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          "rate: must be " + form + RATES + ", was '" + text.strip() + "'", e);
    }
  }

  private static RateSpec shape(CallText call) {
    return switch (call.signature()) {
      case "ramp/3" -> {
        require(rate(call, 0) + rate(call, 1));
        yield new RateSpec.Ramp(rate(call, 0), rate(call, 1), nanos(call, 2));
      }
      case "steps/4" -> {
        require(rate(call, 0) + rate(call, 2));
        yield new RateSpec.Steps(rate(call, 0), rate(call, 1), rate(call, 2), nanos(call, 3));
      }
      case "sine/3" -> {
        require(rate(call, 0));
        yield new RateSpec.Sine(rate(call, 0), rate(call, 1), nanos(call, 2));
      }
      case "daily/2", "daily/3" -> {
        require(rate(call, 1));
        long day = call.arguments().size() == 2 ? 86_400_000_000_000L : nanos(call, 2);
        yield new RateSpec.Daily(rate(call, 0), rate(call, 1), day);
      }
      case "spike/4" -> {
        require(rate(call, 0) + rate(call, 1));
        yield new RateSpec.Spike(rate(call, 0), rate(call, 1), nanos(call, 2), nanos(call, 3));
      }
      case "csv/1" -> curve(call.argument(0));
      default -> throw new IllegalArgumentException("must have other arguments");
    };
  }

  private static RateSpec curve(String file) {
    List<RateSpec.Point> points = new ArrayList<>();
    SeriesFile.read(
        "rate",
        file,
        MAX_POINTS,
        row -> {
          long earliest = points.isEmpty() ? 0 : points.getLast().atNanos();
          String allowed = "a time, not before the one above, and a rate, such as 90s,5k";
          points.add(
              row.parse(allowed, () -> new RateSpec.Point(row.nanosFrom(earliest), row.rate())));
        });
    require(points.stream().mapToDouble(RateSpec.Point::perSecond).max().orElse(0));
    return new RateSpec.Curve(file, points);
  }

  /** A rate as it is written. */
  static String of(double perSecond) {
    return BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString();
  }

  /** Operations per second, 0 included. */
  static double perSecond(String text) {
    double rate = Quantities.parseDecimal(text.strip());
    if (rate > MOST_PER_SECOND) {
      throw new IllegalArgumentException("must be at most 1g");
    }
    return rate;
  }

  static double positive(String text) {
    double rate = perSecond(text);
    require(rate);
    return rate;
  }

  private static void require(double perSecond) {
    if (perSecond < LEAST_PER_SECOND) {
      throw new IllegalArgumentException("must be above 0");
    }
  }

  private static double rate(CallText call, int index) {
    return perSecond(call.argument(index));
  }

  private static long nanos(CallText call, int index) {
    return Quantities.parseDuration(call.argument(index)).toNanos();
  }
}
