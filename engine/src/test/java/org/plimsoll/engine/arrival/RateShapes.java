package org.plimsoll.engine.arrival;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.RateSpec;

/** One rate shape of each kind, and difficult ones. Add a new kind here. */
final class RateShapes {
  private RateShapes() {}

  static Stream<RateSpec> all() {
    return Stream.of(
        new RateSpec.Constant(700),
        new RateSpec.Ramp(100, 2_000, SECONDS.toNanos(4)),
        new RateSpec.Ramp(2_000, 100, SECONDS.toNanos(4)),
        new RateSpec.Ramp(0, 1_000, SECONDS.toNanos(5)),
        new RateSpec.Steps(200, 300, 1_000, MILLISECONDS.toNanos(700)),
        new RateSpec.Steps(1_000, 300, 50, MILLISECONDS.toNanos(700)),
        new RateSpec.Sine(800, 500, SECONDS.toNanos(2)),
        new RateSpec.Sine(500, 500, SECONDS.toNanos(3)),
        new RateSpec.Sine(1_000, 900, MILLISECONDS.toNanos(5)),
        new RateSpec.Daily(10, 900, SECONDS.toNanos(7)),
        new RateSpec.Daily(0, 2_000, HOURS.toNanos(24)),
        new RateSpec.Spike(300, 5_000, SECONDS.toNanos(2), MILLISECONDS.toNanos(500)),
        new RateSpec.Spike(1_000, 0, SECONDS.toNanos(1), SECONDS.toNanos(3)),
        new RateSpec.Curve(
            "silences",
            List.of(
                point(500, 0),
                point(1_500, 0),
                point(2_500, 3_000),
                point(2_500, 200),
                point(4_500, 200),
                point(5_500, 0),
                point(7_500, 0),
                point(7_500, 800))));
  }

  private static RateSpec.Point point(long millis, double perSecond) {
    return new RateSpec.Point(MILLISECONDS.toNanos(millis), perSecond);
  }
}
