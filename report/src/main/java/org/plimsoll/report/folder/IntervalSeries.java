package org.plimsoll.report.folder;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.result.Interval;

/**
 * Reduces intervals to a bounded number of points. Above this number, adjacent intervals of one
 * phase are merged, as in {@link IntervalSum}.
 */
public final class IntervalSeries {
  private final int pointsMax;
  private List<Interval> points = new ArrayList<>();
  private long stride = 1;
  private long inLast;

  IntervalSeries(int pointsMax) {
    this.pointsMax = pointsMax;
  }

  void add(Interval interval) {
    if (inLast > 0
        && inLast < stride
        && points.getLast().window().phase() == interval.window().phase()) {
      points.set(points.size() - 1, IntervalSum.of(points.getLast(), interval));
      inLast++;
      return;
    }
    points.add(interval);
    inLast = 1;
    if (points.size() > pointsMax) {
      halve();
    }
  }

  List<Interval> points() {
    return List.copyOf(points);
  }

  private void halve() {
    List<Interval> halved = new ArrayList<>(pointsMax);
    for (int i = 0; i < points.size(); i++) {
      Interval one = points.get(i);
      if (i + 1 < points.size() && one.window().phase() == points.get(i + 1).window().phase()) {
        halved.add(IntervalSum.of(one, points.get(++i)));
      } else {
        halved.add(one);
      }
    }
    points = halved;
    stride *= 2;
    inLast = stride;
  }
}
