package org.plimsoll.fleet.generator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.fleet.generator.SampleSeconds.CALLS;
import static org.plimsoll.fleet.generator.SampleSeconds.SECOND;
import static org.plimsoll.fleet.generator.SampleSeconds.second;
import static org.plimsoll.fleet.generator.SampleSeconds.zero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.share.OwnIndexes;
import org.plimsoll.fleet.control.Merger.Part;
import org.plimsoll.fleet.generator.NodeFigures.Place;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.NodeSecond;
import org.plimsoll.run.second.SecondSum;

class FleetSecondsTest {
  private static final long FIRST_KEY = 5_000;

  private static Place place(int generator) {
    return new Place("node-" + generator, "dc-" + generator % 2, "rack-" + generator % 3);
  }

  /** Ten inserts a second, of which the fourth fails. */
  private static InsertProgress inserts(int generator, int number) {
    return new InsertProgress(
        generator,
        new OwnIndexes(0, 8, List.of(generator)),
        10L * number,
        10L * number + 10,
        List.of(new InsertProgress.Missing(10L * number + 3, 10L * number + 4)));
  }

  private static Part part(int generator, int number, boolean again) throws IOException {
    GeneratorSecond second = second(generator, number);
    byte[] data =
        FleetSeconds.encode(
            second,
            NodeFigures.encode(place(generator), second, zero(generator)),
            InsertReport.encode(Map.of(FIRST_KEY, inserts(generator, number))),
            zero(generator));
    return new Part(generator, number + 1, number, data, again);
  }

  private static Histogram response(List<GeneratorSecond> seconds) {
    SecondSum sum = new SecondSum();
    seconds.forEach(sum::add);
    Totals totals =
        requireNonNull(requireNonNull(sum.scenarios().get("all")).totals().get(OperationType.READ));
    assertThat(totals.count(Counter.SUCCEEDED)).isEqualTo(totals.response().getTotalCount());
    return totals.response();
  }

  @Test
  void theMergedHistogramIsTheSumOfTheGeneratorsBucketByBucket() throws IOException {
    List<Part> parts = new ArrayList<>();
    List<GeneratorSecond> alone = new ArrayList<>();
    int sideBySide = 0;
    for (int i = 0; i < 8; i++) {
      parts.add(part(i, 4, false));
      alone.add(second(i, 4));
      sideBySide += parts.getLast().data().length;
    }
    byte[] merged = new FleetSeconds().merge("r", parts);
    FleetSeconds.Decoded decoded = FleetSeconds.decode(merged, 9 * SECOND);

    assertThat(response(decoded.seconds())).isEqualTo(response(alone));
    assertThat(merged.length).isLessThan(sideBySide * 2 / 3);
    assertThat(decoded.seconds()).extracting(GeneratorSecond::generator).hasSize(8);
    // Each generator's second is where it is by this node's clock.
    assertThat(decoded.seconds())
        .allSatisfy(each -> assertThat(each.window().startNanos()).isEqualTo(13 * SECOND));
    assertThat(decoded.figures())
        .allSatisfy(each -> assertThat(each.figures().atNanos()).isEqualTo(14 * SECOND))
        .extracting(each -> each.place().node())
        .contains("node-0", "node-7");
  }

  @Test
  void theInsertsOfEachGeneratorReachTheOthers() throws IOException {
    byte[] merged =
        new FleetSeconds()
            .merge("r", List.of(part(0, 4, false), part(2, 3, true), part(2, 4, false)));

    assertThat(FleetSeconds.decode(merged, SECOND).inserts())
        .containsExactly(
            new InsertReport(FIRST_KEY, inserts(0, 4)),
            new InsertReport(FIRST_KEY, inserts(2, 3)),
            new InsertReport(FIRST_KEY, inserts(2, 4)));
  }

  @Test
  void aGeneratorWithoutInsertsReportsNone() throws IOException {
    assertThat(InsertReport.encode(Map.of(0L, new InsertProgress(1, null, 0, 0, List.of()))))
        .isEmpty();
  }

  @Test
  void aSecondThatWasSentBeforeRemainsApartSoThatItCanBeIgnored() throws IOException {
    byte[] merged =
        new FleetSeconds()
            .merge("r", List.of(part(0, 4, true), part(1, 4, true), part(2, 4, false)));
    List<GeneratorSecond> seconds = FleetSeconds.decode(merged, SECOND).seconds();

    for (GeneratorSecond each : seconds) {
      assertThat(response(List.of(each))).isEqualTo(response(List.of(second(each.generator(), 4))));
    }
  }

  @Test
  void theSecondsOfANodeOrADatacenterAreMergedFromTheirHistograms() throws IOException {
    NodeSeconds nodes = new NodeSeconds();
    for (int second = 0; second < 3; second++) {
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        parts.add(part(i, second, false));
      }
      byte[] merged = new FleetSeconds().merge("r", parts);
      nodes.add(FleetSeconds.decode(merged, 0).figures());
      // An item that comes again with a new coordinator.
      nodes.add(FleetSeconds.decode(merged, 0).figures());
    }

    List<NodeSecond> one = nodes.between(each -> each.node().equals("node-3"), 0, Long.MAX_VALUE);
    List<NodeSecond> half =
        nodes.between(each -> "dc-1".equals(each.datacenter()), SECOND, 2 * SECOND);
    assertThat(one).hasSize(3).allMatch(each -> each.counts().answered() == CALLS);
    assertThat(half).hasSize(1);
    assertThat(half.getFirst().counts().answered()).isEqualTo(3 * CALLS);
    assertThat(half.getFirst().load().targetPerSecond()).isEqualTo(1_500);
    Histogram exact = response(List.of(second(1, 1), second(3, 1), second(5, 1)));
    for (double percentile : List.of(50.0, 99.0, 100.0)) {
      double wanted = exact.getValueAtPercentile(percentile);
      assertThat((double) half.getFirst().latency().getValueAtPercentile(percentile))
          .isBetween(wanted * 0.99, wanted * 1.01);
    }
    assertThat(nodes.latest()).hasSize(6).allMatch(each -> each.number() == 2);

    List<NodeSecond> points =
        nodes.between(each -> each.node().equals("node-3"), 0, Long.MAX_VALUE, 60 * SECOND);
    assertThat(points).hasSize(1);
    assertThat(points.getFirst().counts().answered()).isEqualTo(3 * CALLS);
    assertThat(points.getFirst().latency().getTotalCount()).isEqualTo(3 * CALLS);
    assertThat(nodes.between(_ -> true, 0, Long.MAX_VALUE, SECOND)).hasSize(3);
  }

  @Test
  void secondsOfALateNodeAreInTheOrderOfTheirEnds() throws IOException {
    NodeSeconds nodes = new NodeSeconds();
    NodeSecond one =
        NodeFigures.decode(NodeFigures.encode(place(1), second(1, 0), zero(1)), zero(1)).figures();
    NodeSecond late = one.later(5 * SECOND).then(one.later(6 * SECOND));
    nodes.add(List.of(new NodeFigures(place(1), 1, 0, 5, late)));
    nodes.add(List.of(new NodeFigures(place(2), 2, 0, 6, one.later(6 * SECOND - SECOND / 2))));

    List<NodeSecond> found = nodes.between(_ -> true, 0, Long.MAX_VALUE);

    assertThat(found).hasSize(2);
    assertThat(found.getFirst().atNanos()).isLessThan(found.getLast().atNanos());
    assertThat(found.getLast().startNanos()).isLessThan(found.getFirst().startNanos());
  }

  @Test
  void theSecondsOfNodesAreBounded() throws IOException {
    NodeSeconds nodes = new NodeSeconds();
    NodeFigures one =
        NodeFigures.decode(NodeFigures.encode(place(1), second(1, 0), zero(1)), zero(1));
    int more = 1_000;
    for (int i = 0; i < NodeSeconds.FIGURES_MAX + more; i++) {
      NodeSecond figures = one.figures().later(i * SECOND);
      nodes.add(List.of(new NodeFigures(one.place(), 1, i, i, figures)));
    }

    assertThat(nodes.between(_ -> true, 0, zero(1) + more * SECOND)).isEmpty();
    assertThat(nodes.between(_ -> true, 0, zero(1) + (more + 2) * SECOND)).isNotEmpty();
  }
}
