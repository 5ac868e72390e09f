package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Cell;
import org.plimsoll.result.Figures;
import org.plimsoll.result.RecordedRun.Slice;

/**
 * The latencies of one tag over time, as the number of operations in each cell of time and latency.
 */
final class HeatMap {
  private static final int COLUMNS_MAX = 120;
  private static final int ROWS_PER_DECADE = 12;
  private static final int SHADES = 6;

  private final Axis latency;
  private final double columnNanos;
  private final long[][] counts;

  /** The highest count in any cell of the load. It has the strongest shade. */
  private long most = 1;

  private HeatMap(Axis latency, double columnNanos, int columns) {
    this.latency = latency;
    this.columnNanos = columnNanos;
    int decades = (int) Math.round(Math.log10(latency.to() / latency.from()));
    counts = new long[columns][decades * ROWS_PER_DECADE];
  }

  /**
   * Counts the latencies of a tag; null if nothing was recorded.
   *
   * @param slices histograms in microseconds, oldest first
   */
  static @Nullable HeatMap of(List<Slice> slices, String tag, LoadScale scale) {
    LoadScale.Range range = new LoadScale.Range();
    for (Slice slice : slices) {
      Histogram micros = slice.micros().get(tag);
      if (micros != null && micros.getTotalCount() > 0) {
        range.add(Axis.logNanos(micros.getMinValue()), scale.counts(slice));
        range.add(Axis.logNanos(micros.getMaxValue()), scale.counts(slice));
      }
    }
    if (range.isEmpty()) {
      return null;
    }
    int columns = columns(slices);
    double end = slices.getLast().endNanos();
    Axis latency = Axis.decades(range.min(), range.max() * 1.01, Figures::duration);
    HeatMap map = new HeatMap(latency, end / columns, columns);
    for (Slice slice : slices) {
      Histogram micros = slice.micros().get(tag);
      if (micros != null) {
        map.add(slice, micros, scale.counts(slice));
      }
    }
    return map;
  }

  /**
   * Returns a number of columns for which each column contains a slice, so that there are no gaps.
   */
  private static int columns(List<Slice> slices) {
    long longest = slices.stream().mapToLong(s -> s.endNanos() - s.startNanos()).max().orElse(1);
    return Math.clamp(slices.getLast().endNanos() / Math.max(1, longest), 1, COLUMNS_MAX);
  }

  private void add(Slice slice, Histogram micros, boolean isOfLoad) {
    double middle = (slice.startNanos() + slice.endNanos()) / 2.0;
    long[] column = counts[Math.clamp((int) (middle / columnNanos), 0, counts.length - 1)];
    for (HistogramIterationValue value : micros.recordedValues()) {
      double place = latency.place(Axis.logNanos(value.getValueIteratedTo()));
      if (!isOfLoad && (place < 0 || place > 1)) {
        continue; // otherwise it would appear as a latency that the load does not have
      }
      int row = Math.clamp((int) (place * column.length), 0, column.length - 1);
      column[row] += value.getCountAddedInThisIterationStep();
      most = isOfLoad ? Math.max(most, column[row]) : most;
    }
  }

  Axis latency() {
    return latency;
  }

  /**
   * Returns the cells of each shade, the faintest first. A shade is a range of the logarithm of the
   * count, so that one slow operation in a million is visible.
   */
  List<List<Cell>> shades() {
    List<List<Cell>> shades = new ArrayList<>();
    for (int i = 0; i < SHADES; i++) {
      shades.add(new ArrayList<>());
    }
    for (int c = 0; c < counts.length; c++) {
      for (int r = 0; r < counts[c].length; r++) {
        if (counts[c][r] > 0) {
          double depth = Math.log1p((double) counts[c][r]) / Math.log1p((double) most);
          shades.get(Math.min(SHADES - 1, (int) (depth * SHADES))).add(cell(c, r));
        }
      }
    }
    return shades;
  }

  private Cell cell(int column, int row) {
    double ratio = latency.to() / latency.from();
    double rows = counts[column].length;
    return new Cell(
        column * columnNanos,
        (column + 1) * columnNanos,
        latency.from() * Math.pow(ratio, row / rows),
        latency.from() * Math.pow(ratio, (row + 1) / rows));
  }
}
