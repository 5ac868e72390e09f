package org.plimsoll.benchmarks;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalProcesses;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.workload.OperationRandom;

/**
 * Measures what an operation of another generator costs: drawing its gap, and looking up its owner.
 * Each generator of a fleet pays it for each operation of the whole fleet.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ScheduleBenchmark {
  @Param({"1", "60"})
  public int generators;

  @Param({"constant", "poisson"})
  public String arrivals = "constant";

  private ArrivalSchedule schedule =
      new ArrivalSchedule(
          ArrivalProcesses.of(new ArrivalSpec.Constant(), new OperationRandom()), 1, 0);

  private ShareView view = Shares.alone().view();
  private long index;

  public static void main(String[] arguments) throws Exception {
    new Runner(new OptionsBuilder().include(ScheduleBenchmark.class.getSimpleName()).build()).run();
  }

  /** Creates the schedule, which keeps its gaps if there are other generators. */
  @Setup
  public void prepare() {
    OperationRandom random = new OperationRandom();
    random.seed(1, 1);
    ArrivalProcess process =
        ArrivalProcesses.of(
            arrivals.equals("poisson") ? new ArrivalSpec.Poisson() : new ArrivalSpec.Constant(),
            random);
    Map<Integer, Integer> weights =
        IntStream.range(0, generators).boxed().collect(Collectors.toMap(i -> i, i -> 1));
    view = new Shares(0, ShareEpoch.first(ShareTable.of(weights))).view();
    schedule =
        new ArrivalSchedule(
            view.isAll() ? process : ArrivalSchedule.recorded(process), 1_000_000, 0);
    index = 0;
  }

  /** Takes the next operation of the fleet, and returns whether it belongs to this generator. */
  @Benchmark
  public boolean next() {
    boolean isOwn = view.owns(index++, schedule.dueNanos());
    schedule.advance();
    return isOwn;
  }
}
