package org.plimsoll.run;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunListener;

/** The figures of the last second of a run. */
final class LiveFigures implements RunListener {
  private volatile @Nullable Interval last;

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    last = interval;
  }

  /** Returns the figures of the last second; null before the first one. */
  @Nullable Interval last() {
    return last;
  }
}
