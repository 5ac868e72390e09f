package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.plimsoll.result.Figures;

/**
 * An axis of a chart, which maps values to positions from 0 to 1. The {@code ticks} are the labeled
 * values.
 */
record Axis(double from, double to, boolean log, List<Double> ticks, DoubleFunction<String> label) {
  /** Top of a linear axis, as a multiple of the highest value. */
  static final double HEADROOM = 1.05;

  double place(double value) {
    if (log) {
      return Math.log(value / from) / Math.log(to / from);
    }
    return (value - from) / (to - from);
  }

  /**
   * Returns microseconds as nanoseconds, at least half a microsecond, because a log axis has no
   * zero.
   */
  static double logNanos(long micros) {
    return Math.max(micros * 1e3, 500);
  }

  /** Creates a linear axis from 0 with steps of 1, 2 or 5, and at most {@code ticksMax} ticks. */
  static Axis linear(double max, int ticksMax, DoubleFunction<String> label) {
    double top = max > 0 && Double.isFinite(max) ? max * HEADROOM : 1;
    double step = Math.pow(10, Math.floor(Math.log10(top / ticksMax)));
    for (double factor : new double[] {1, 2, 5, 10}) {
      if (top / (step * factor) <= ticksMax) {
        step *= factor;
        break;
      }
    }
    return new Axis(0, top, false, steps(step, top), label);
  }

  private static List<Double> steps(double step, double top) {
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= top * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** Creates a time axis with steps usual for clock times. */
  static Axis time(double nanosMax) {
    double top = Math.max(nanosMax, 1e9);
    double step = 1e9;
    for (double seconds :
        new double[] {
          1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 21_600, 43_200,
          86_400, 172_800, 604_800, 2_592_000
        }) {
      step = seconds * 1e9;
      if (top / step <= 8) {
        break;
      }
    }
    return new Axis(0, top, false, steps(step, top), nanos -> Figures.clock((long) nanos));
  }

  /** Creates a logarithmic axis of the whole decades around the values. */
  static Axis decades(double min, double max, DoubleFunction<String> label) {
    double low = Math.floor(Math.log10(Math.max(min, 1e-9)) + 1e-9);
    double high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(max, 1e-9)) - 1e-9));
    List<Double> ticks = new ArrayList<>();
    for (double exponent = low; exponent <= high; exponent++) {
      ticks.add(Math.pow(10, exponent));
    }
    return new Axis(Math.pow(10, low), Math.pow(10, high), true, ticks, label);
  }
}
