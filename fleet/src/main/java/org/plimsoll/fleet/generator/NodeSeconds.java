package org.plimsoll.fleet.generator;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.plimsoll.fleet.generator.NodeFigures.Place;
import org.plimsoll.run.second.NodeSecond;

/**
 * The recent seconds of each node of a run: all of a short run, or the last three minutes with 60
 * nodes. They are stored as bytes, which need a hundredth of the memory of histograms. Thread-safe.
 */
public final class NodeSeconds {
  /** Maximum number of figures; each needs up to 1,200 bytes. */
  static final int FIGURES_MAX = 12_000;

  private static final long SECOND_NANOS = 1_000_000_000;

  private final TreeMap<Long, Map<Integer, Kept>> bySecond = new TreeMap<>();
  private final TreeMap<Integer, NodeFigures> latest = new TreeMap<>();
  private final Map<Integer, Long> numbers = new HashMap<>();
  private int held;

  NodeSeconds() {}

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Kept(Place place, long startNanos, long atNanos, byte[] figures) {
    static Kept of(Place place, NodeSecond figures) {
      return new Kept(place, figures.startNanos(), figures.atNanos(), encoded(figures));
    }
  }

  /**
   * Adds figures in the order of each generator's numbers. Repeated figures are ignored. Figures of
   * a part of a second are added to the other parts.
   */
  synchronized void add(List<NodeFigures> figures) {
    for (NodeFigures each : figures) {
      if (each.number() <= numbers.getOrDefault(each.generator(), -1L)) {
        continue;
      }
      numbers.put(each.generator(), each.number());
      Map<Integer, Kept> second = bySecond.computeIfAbsent(each.second(), _ -> new TreeMap<>());
      Kept before = second.get(each.generator());
      NodeSecond sum =
          before == null ? each.figures() : decoded(before.figures).then(each.figures());
      second.put(each.generator(), Kept.of(each.place(), sum));
      held += before == null ? 1 : 0;
      latest.put(each.generator(), each.with(sum));
    }
    while (held > FIGURES_MAX) {
      held -= requireNonNull(bySecond.pollFirstEntry()).getValue().size();
    }
  }

  private static byte[] encoded(NodeSecond figures) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      figures.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return bytes.toByteArray();
  }

  private static NodeSecond decoded(byte[] bytes) {
    try {
      return NodeSecond.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // they were encoded by this class
    }
  }

  /** Returns the latest second of each node, in the order of the generators. */
  public synchronized List<NodeFigures> latest() {
    return List.copyOf(latest.values());
  }

  /**
   * Returns the merged seconds of some nodes, by their ends: sums of counts, and merged histograms.
   *
   * @param fromNanos start since the start of the run; {@code toNanos} is the end
   */
  public synchronized List<NodeSecond> between(
      Predicate<Place> nodes, long fromNanos, long toNanos) {
    List<NodeSecond> found = new ArrayList<>();
    for (Map<Integer, Kept> second : bySecond.values()) {
      List<Kept> chosen = second.values().stream().filter(each -> nodes.test(each.place)).toList();
      // A page requests the last seconds every second, and decoding takes most of the time.
      if (chosen.stream().anyMatch(each -> each.atNanos > fromNanos)
          && chosen.stream().anyMatch(each -> each.startNanos < toNanos)) {
        chosen.stream()
            .map(each -> decoded(each.figures))
            .reduce(NodeSecond::beside)
            .ifPresent(found::add);
      }
    }
    // The second of a node that is late may end after the next second of the others.
    found.sort(Comparator.comparingLong(NodeSecond::atNanos));
    return found;
  }

  /**
   * Returns the merged seconds of some nodes as points of a given length, aligned like the points
   * of a run's history.
   */
  public List<NodeSecond> between(
      Predicate<Place> nodes, long fromNanos, long toNanos, long stepNanos) {
    List<NodeSecond> seconds = between(nodes, fromNanos, toNanos);
    if (stepNanos <= SECOND_NANOS) {
      return seconds;
    }
    List<NodeSecond> points = new ArrayList<>();
    long last = -1;
    for (NodeSecond each : seconds) {
      long index = (each.startNanos() + each.atNanos()) / 2 / stepNanos;
      if (index == last && points.getLast().phase() == each.phase()) {
        points.add(points.removeLast().then(each));
      } else {
        points.add(each);
      }
      last = index;
    }
    return points;
  }
}
