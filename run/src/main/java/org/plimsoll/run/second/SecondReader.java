package org.plimsoll.run.second;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.TotalsCodec;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond.Answers;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/**
 * Reads one-second results from bytes. Counts and histograms can be added to sums while they are
 * read, which is much faster than creating new histograms.
 */
final class SecondReader {
  private static final int ENTRIES_MAX = 10_000;
  private static final int GAPS_MAX = 1 << 16;

  private final DataInputStream in;
  private final Function<Window, @Nullable Into> sums;
  private @Nullable Into into;

  /** The sums to which the counts and histograms of a second are added. */
  interface Into {
    Totals totals(String scenario, Stage stage, OperationType type);

    Histogram waited(String scenario, String cause);

    Histogram duration(String name);
  }

  /**
   * @param sums returns the sums to which the result is added; null if its data remains in the
   *     result
   */
  SecondReader(DataInputStream in, Function<Window, @Nullable Into> sums) {
    this.in = in;
    this.sums = sums;
  }

  /** Reads the number of following results. */
  int count() throws IOException {
    return size();
  }

  GeneratorSecond read() throws IOException {
    int generator = in.readInt();
    long number = in.readLong();
    Window window = window();
    into = sums.apply(window);
    Map<String, ScenarioSecond> scenarios = new LinkedHashMap<>();
    for (int left = size(); left > 0; left--) {
      String name = in.readUTF();
      scenarios.put(name, scenario(name));
    }
    return new GeneratorSecond(
        generator,
        number,
        window,
        scenarios,
        Machine.read(in),
        observed(),
        new Answers(in.readLong(), longOrNull(), longOrNull()));
  }

  private Window window() throws IOException {
    return new Window(
        in.readLong(),
        in.readLong(),
        in.readBoolean() ? stage() : null,
        new Window.Schedule(in.readLong(), longOrNull()),
        in.readBoolean());
  }

  private Stage stage() throws IOException {
    return new Stage(constant(Phase.values()), in.readInt());
  }

  private ScenarioSecond scenario(String name) throws IOException {
    Asked asked =
        new Asked(
            constant(Model.values()),
            in.readDouble(),
            in.readDouble(),
            in.readInt(),
            in.readInt(),
            in.readLong());
    Map<Stage, Map<OperationType, Totals>> totals = totals(name);
    Into to = into;
    Map<String, Histogram> byCause =
        histograms(to == null ? null : cause -> to.waited(name, cause));
    Waits.Waited waited = new Waits.Waited(byCause, in.readLong(), in.readLong());
    Held held =
        new Held(
            in.readInt(),
            in.readInt(),
            in.readLong(),
            in.readDouble(),
            in.readLong(),
            in.readInt());
    ArrivalGaps.Sample gaps = gaps();
    Map<String, List<Sample>> failures = new LinkedHashMap<>();
    for (int codes = size(); codes > 0; codes--) {
      List<Sample> samples = new ArrayList<>();
      failures.put(in.readUTF(), samples);
      for (int left = size(); left > 0; left--) {
        samples.add(sample());
      }
    }
    return new ScenarioSecond(asked, totals, waited, held, gaps, failures);
  }

  private OperationType type() throws IOException {
    String name = in.readUTF();
    OperationType.Side side = constant(OperationType.Side.values());
    OperationType plain = new OperationType(name, side, in.readBoolean(), in.readBoolean());
    return in.readBoolean() == plain.insert() ? plain : OperationType.inserting(name);
  }

  private ArrivalGaps.@Nullable Sample gaps() throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    int count = TotalsCodec.size(in, GAPS_MAX);
    ArrivalGaps.Sample gaps =
        new ArrivalGaps.Sample(new long[count], new long[count], new long[count], new long[count]);
    for (int i = 0; i < count; i++) {
      gaps.asked()[i] = in.readLong();
      gaps.came()[i] = in.readLong();
      gaps.askedBefore()[i] = in.readLong();
      gaps.cameBefore()[i] = in.readLong();
    }
    return gaps;
  }

  private Sample sample() throws IOException {
    return new Sample(
        in.readLong(), in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readUTF());
  }

  private ObservedSecond observed() throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int left = size(); left > 0; left--) {
      counts.put(in.readUTF(), in.readLong());
    }
    Into to = into;
    Map<String, Histogram> durations = histograms(to == null ? null : to::duration);
    Map<String, Double> telemetry = new LinkedHashMap<>();
    for (int left = size(); left > 0; left--) {
      telemetry.put(in.readUTF(), in.readDouble());
    }
    return new ObservedSecond(counts, durations, telemetry, in.readBoolean(), in.readBoolean());
  }

  private Map<Stage, Map<OperationType, Totals>> totals(String scenario) throws IOException {
    Map<Stage, Map<OperationType, Totals>> totals = new LinkedHashMap<>();
    for (int stages = size(); stages > 0; stages--) {
      Map<OperationType, Totals> byType = new LinkedHashMap<>();
      Stage stage = stage();
      for (int left = size(); left > 0; left--) {
        OperationType type = type();
        if (into == null) {
          byType.put(type, TotalsCodec.read(in));
        } else {
          TotalsCodec.addTo(into.totals(scenario, stage, type), in);
        }
      }
      if (into == null) {
        totals.put(stage, byType);
      }
    }
    return totals;
  }

  private Map<String, Histogram> histograms(@Nullable Function<String, Histogram> to)
      throws IOException {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    for (int left = size(); left > 0; left--) {
      String name = in.readUTF();
      if (to == null) {
        histograms.put(name, TotalsCodec.histogram(in));
      } else {
        TotalsCodec.addTo(to.apply(name), in);
      }
    }
    return histograms;
  }

  private @Nullable Long longOrNull() throws IOException {
    return in.readBoolean() ? (Long) in.readLong() : null;
  }

  private int size() throws IOException {
    return TotalsCodec.size(in, ENTRIES_MAX);
  }

  private <E> E constant(E[] constants) throws IOException {
    int ordinal = in.readUnsignedByte();
    if (ordinal >= constants.length) {
      throw new IOException("a constant must be below " + constants.length + ", was " + ordinal);
    }
    return constants[ordinal];
  }
}
