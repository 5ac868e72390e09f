package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.NodeLabels;

/**
 * The generators of runs with their validity. For a live run, the nodes of the fleet report the
 * validity. For an ended run, it is read from {@code generators.json} in the run folder.
 */
public final class RunGenerators {
  private static final String FILE = "generators.json";
  private static final Duration POLL = Duration.ofMillis(20);

  private final Supplier<FleetView> fleet;
  private final Supplier<Map<String, Double>> shares;

  /**
   * A generator of a run.
   *
   * @param generator number of the generator in the run, as used in findings
   * @param page address of the node's page
   * @param state state of the node, such as {@code up} or {@code unreachable}
   * @param share share of the load, from 0 to 1; null if it has none
   * @param validity {@code valid}, {@code suspect} or {@code invalid}; null before the measurement
   * @param reason most severe finding; null if there is none
   * @param lagNanos the 99th percentile of its dispatch lag; null if unknown
   */
  public record Generator(
      int generator,
      String node,
      @Nullable String page,
      @Nullable String datacenter,
      @Nullable String rack,
      String state,
      @Nullable Double share,
      @Nullable String validity,
      @Nullable String reason,
      @Nullable Long lagNanos) {}

  /**
   * All generators of a run.
   *
   * @param fleet name of the fleet; null without a fleet
   */
  public record Listed(@Nullable String fleet, List<Generator> generators) {
    public Listed {
      generators = generators == null ? List.of() : List.copyOf(generators);
    }
  }

  /**
   * @param fleet supplies the nodes
   * @param shares supplies the share of each node in the live run, by its address
   */
  public RunGenerators(Supplier<FleetView> fleet, Supplier<Map<String, Double>> shares) {
    this.fleet = fleet;
    this.shares = shares;
  }

  /** Returns the generators of a run that is live or has ended recently, by number. */
  public Listed of(String run) {
    FleetView view = fleet.get();
    Map<String, Double> byAddress = shares.get();
    List<Generator> generators = new ArrayList<>();
    for (FleetNode node : view.nodes()) {
      if (node.status() != null) {
        node.status().verdicts().stream()
            .filter(each -> each.run().equals(run))
            .findFirst()
            .ifPresent(verdict ->
                generators.add(
                    generator(node, verdict, byAddress.get(String.valueOf(node.address())))));
      }
    }
    generators.sort(Comparator.comparingInt(Generator::generator));
    return new Listed(view.name(), generators);
  }

  private static Generator generator(
      FleetNode node, GeneratorVerdict verdict, @Nullable Double share) {
    NodeLabels labels = node.identity().labels();
    return new Generator(
        verdict.generator(),
        node.identity().name(),
        node.identity().page(),
        labels.datacenter(),
        labels.rack(),
        text(node.state()),
        share,
        verdict.validity(),
        verdict.reason(),
        verdict.lagNanos());
  }

  /**
   * Writes the generators of a run to its folder. It waits until each reachable node has reported
   * its verdict, which nodes do once a second.
   *
   * @param longestWait maximum wait; zero to write the known data at once
   */
  void write(String run, Path folder, Duration longestWait)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Listed known = of(run);
    while (known.generators().stream().anyMatch(RunGenerators::isAwaited)
        && System.nanoTime() - start < longestWait.toNanos()) {
      Thread.sleep(POLL);
      known = of(run);
    }
    JsonFile.write(folder.resolve(FILE), known);
  }

  private static boolean isAwaited(Generator generator) {
    return generator.validity() == null && generator.state().equals(text(FleetNode.State.UP));
  }

  private static String text(FleetNode.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Whether a run folder contains the generators of a fleet's run. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /** Reads the generators of an ended run; empty if its folder does not contain them. */
  public static Optional<Listed> read(Path folder) throws IOException {
    Listed none = new Listed(null, List.of());
    Listed read = JsonFile.read(folder.resolve(FILE), Listed.class, none);
    return read.generators().isEmpty() ? Optional.empty() : Optional.of(read);
  }
}
