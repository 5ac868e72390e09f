package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.generator.NodeFigures;
import org.plimsoll.fleet.generator.NodeFigures.Place;
import org.plimsoll.fleet.generator.NodeSeconds;
import org.plimsoll.result.Latencies;
import org.plimsoll.run.second.NodeSecond;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRuns;

/**
 * The endpoints for the nodes of a run: the last second of each node, and the seconds of some
 * nodes.
 */
public final class NodeEndpoints {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999");
  private static final List<String> LATENCY =
      List.of(
          "measure",
          "p50Nanos",
          "p90Nanos",
          "p95Nanos",
          "p99Nanos",
          "p999Nanos",
          "maxNanos",
          "unanswered");
  private static final Map<String, Function<NodeSecond, Object>> COLUMNS = columns();

  private final LiveRuns runs;
  private final Function<String, Optional<NodeSeconds>> seconds;

  /**
   * @param seconds returns the recent seconds of a run's nodes, by id of the run; empty for a run
   *     without a fleet
   */
  public NodeEndpoints(LiveRuns runs, Function<String, Optional<NodeSeconds>> seconds) {
    this.runs = runs;
    this.seconds = seconds;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/nodes",
            "The figures of the last second for each node of a fleet's run.",
            this::nodes),
        Endpoint.get(
                "/runs/{run}/intervals",
                "The recent seconds of one or more nodes of a fleet's run, as columns.",
                this::intervals)
            .query(
                Schemas.query("node", "the name of a node; default: all nodes"),
                Schemas.query("datacenter", "the nodes of a datacenter"),
                Schemas.query("rack", "the nodes of a rack"),
                Schemas.queryNumber("from", "seconds since the start of the run"),
                Schemas.queryNumber("to", "seconds since the start of the run"),
                Schemas.queryNumber("step", "the length of a point in seconds; 1 if absent")));
  }

  private void nodes(Context request) throws IOException {
    String id = request.pathParam("run");
    requireKnown(id);
    List<Map<String, @Nullable Object>> nodes = new ArrayList<>();
    for (NodeFigures each : latest(id)) {
      Map<String, @Nullable Object> shown = new LinkedHashMap<>();
      shown.put("name", each.place().node());
      shown.put("generator", each.generator());
      shown.put("datacenter", each.place().datacenter());
      shown.put("rack", each.place().rack());
      COLUMNS.forEach((name, value) -> shown.put(name, value.apply(each.figures())));
      shown.put("latency", latency(each.figures()));
      nodes.add(shown);
    }
    Bodies.answer(request, Map.of("nodes", nodes));
  }

  private void intervals(Context request) throws IOException {
    String id = request.pathParam("run");
    requireKnown(id);
    double from = Parameters.number(request, "from", 0, 0, 1e9);
    double to = Parameters.number(request, "to", 1e9, 0, 1e9);
    double step = Parameters.number(request, "step", 1, 1, 1e6);
    Predicate<Place> nodes = chosen(request);
    List<String> names =
        latest(id).stream()
            .map(NodeFigures::place)
            .filter(nodes)
            .map(Place::node)
            .distinct()
            .toList();
    List<NodeSecond> found =
        seconds
            .apply(id)
            .map(its -> its.between(nodes, nanos(from), nanos(to), nanos(step)))
            .orElse(List.of());
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("nodes", names);
    COLUMNS.forEach((name, value) -> shown.put(name, found.stream().map(value).toList()));
    Map<String, Object> latency = new LinkedHashMap<>();
    List<Map<String, @Nullable Object>> each = found.stream().map(NodeEndpoints::latency).toList();
    for (String name : LATENCY) {
      latency.put(name, column(each, name));
    }
    shown.put("latency", latency);
    Bodies.answer(request, shown);
  }

  private List<NodeFigures> latest(String id) {
    return seconds.apply(id).map(NodeSeconds::latest).orElse(List.of());
  }

  private static Predicate<Place> chosen(Context request) {
    String node = Parameters.text(request, "node");
    String datacenter = Parameters.text(request, "datacenter");
    String rack = Parameters.text(request, "rack");
    return place ->
        (node.isEmpty() || node.equals(place.node()))
            && (datacenter.isEmpty() || datacenter.equals(place.datacenter()))
            && (rack.isEmpty() || rack.equals(place.rack()));
  }

  private static long nanos(double seconds) {
    return (long) (seconds * NANOS_PER_SECOND);
  }

  private void requireKnown(String id) throws IOException {
    if (runs.live(id).isEmpty() && runs.folder(id).isEmpty()) {
      throw Found.missing(id);
    }
  }

  private static Map<String, Function<NodeSecond, Object>> columns() {
    Map<String, Function<NodeSecond, Object>> columns = new LinkedHashMap<>();
    columns.put("at", each -> each.atNanos() / NANOS_PER_SECOND);
    // Above the step where a node was late.
    columns.put("lengthSeconds", NodeEndpoints::seconds);
    columns.put("phase", NodeSecond::phase);
    columns.put("targetPerSecond", each -> each.load().targetPerSecond());
    columns.put("throughputPerSecond", each -> each.counts().answered() / seconds(each));
    columns.put(
        "errorsPerSecond",
        each -> (each.counts().failed() + each.counts().unanswered()) / seconds(each));
    columns.put("inFlight", each -> each.load().inFlight());
    columns.put("backlog", each -> each.load().backlog());
    columns.put("lagP99Nanos", NodeSecond::lagNanosP99);
    columns.put("cpuCores", each -> each.cpuNanos() / NANOS_PER_SECOND / seconds(each));
    return columns;
  }

  private static double seconds(NodeSecond second) {
    return Math.max(1, second.atNanos() - second.startNanos()) / NANOS_PER_SECOND;
  }

  /**
   * Returns the percentiles by name. A percentile that falls among unanswered operations is null.
   */
  private static Map<String, @Nullable Object> latency(NodeSecond second) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    Histogram latency = second.latency();
    long unanswered = second.counts().unanswered();
    shown.put("measure", second.hasResponse() ? "response" : "service");
    for (String name : PERCENTILES) {
      double nanos = Latencies.nanosAt(Latencies.quantile(name), latency, unanswered);
      shown.put(name + "Nanos", Double.isFinite(nanos) ? (Long) (long) nanos : null);
    }
    boolean isWhole = unanswered == 0 && latency.getTotalCount() > 0;
    shown.put("maxNanos", isWhole ? (Long) latency.getMaxValue() : null);
    shown.put("unanswered", unanswered);
    return shown;
  }

  private static List<@Nullable Object> column(
      List<Map<String, @Nullable Object>> rows, String name) {
    List<@Nullable Object> column = new ArrayList<>(rows.size());
    for (Map<String, @Nullable Object> row : rows) {
      column.add(row.get(name));
    }
    return column;
  }
}
