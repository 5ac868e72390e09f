package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.Fleet;
import org.plimsoll.fleet.FleetEvent;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.NodeStatus;
import org.plimsoll.fleet.UnknownNodeException;
import org.plimsoll.fleet.cluster.ClusterSettings;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.result.Validity;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import tools.jackson.databind.JsonNode;

/** The endpoints for the nodes of the fleet. */
public final class FleetEndpoints {
  private static final String NODE = "node";
  private static final String WEIGHT = "weight";

  private final Supplier<Fleet> fleet;
  private final Supplier<Optional<FleetRuns>> runs;

  /**
   * @param runs runs of the fleet; empty for a node without a fleet
   */
  public FleetEndpoints(Supplier<Fleet> fleet, Supplier<Optional<FleetRuns>> runs) {
    this.fleet = fleet;
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/fleet", "The nodes of the fleet; this one alone if it has no fleet.", this::show),
        Endpoint.post(
                "/fleet/drain",
                "Removes a node from the fleet. The node continues as a single server.",
                this::drain)
            .body(Schemas.text(NODE, "the name or the address of a node"))
            .answers(202, Schemas.object("the fleet")),
        Endpoint.post(
                "/fleet/weight",
                "Sets the weight of a node: its share is its weight, divided by the sum of all.",
                this::weigh)
            .body(Schemas.weight()));
  }

  private void show(Context request) {
    Bodies.answer(request, shown(fleet.get().view()));
  }

  private void drain(Context request) {
    String node = node(Bodies.object(request, NODE));
    try {
      fleet.get().drain(node);
    } catch (UnknownNodeException e) {
      throw Problem.notFound(String.valueOf(e.getMessage()));
    }
    request.status(202);
    show(request);
  }

  private static String node(JsonNode body) {
    String node = Bodies.text(body, NODE);
    if (node == null) {
      throw Problem.badRequest("The name or the address of a node is needed (node).");
    }
    return node;
  }

  private void weigh(Context request) {
    JsonNode body = Bodies.object(request, NODE, WEIGHT);
    String node = node(body);
    JsonNode weight = body.path(WEIGHT);
    if (!weight.isInt() || weight.asInt() < 1 || weight.asInt() > ClusterSettings.WEIGHT_MAX) {
      String allowed = "a whole number from 1 to " + ClusterSettings.WEIGHT_MAX;
      String was = weight.isMissingNode() ? "absent" : "'" + weight + "'";
      throw Bodies.invalid(
          WEIGHT, weight.toString(), allowed, "weight: must be " + allowed + ", was " + was);
    }
    FleetRuns its =
        runs.get()
            .orElseThrow(
                () -> Problem.notFound("This node serves alone: it was started without --fleet."));
    its.weigh(node, weight.asInt());
    show(request);
  }

  private Map<String, @Nullable Object> shown(FleetView view) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("name", view.name());
    shown.put("self", view.self());
    shown.put("phase", word(view.phase()));
    shown.put("coordinator", view.coordinator());
    shown.put("protocol", view.protocol());
    Map<String, Double> byAddress = runs.get().map(FleetRuns::shares).orElse(Map.of());
    shown.put(
        "nodes",
        view.nodes().stream()
            .map(node -> shown(node, byAddress.get(String.valueOf(node.address()))))
            .toList());
    shown.put("events", view.events().stream().map(FleetEndpoints::shown).toList());
    return shown;
  }

  private static Map<String, Object> shown(FleetEvent event) {
    return Map.of("at", event.at().toString(), "node", event.node(), "kind", word(event.kind()));
  }

  private static Map<String, @Nullable Object> shown(FleetNode node, @Nullable Double share) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("name", node.identity().name());
    shown.put("page", node.identity().page());
    shown.put("address", node.address());
    shown.put("version", node.identity().version());
    shown.put("state", word(node.state()));
    shown.put("since", node.since().toString());
    shown.put("isCoordinator", node.isCoordinator());
    NodeLabels labels = node.identity().labels();
    shown.put("region", labels.region());
    shown.put("datacenter", labels.datacenter());
    shown.put("rack", labels.rack());
    shown.put("host", labels.host());
    shown.put("labels", labels.others());
    shown.put("share", share);
    NodeStatus status = node.status();
    shown.put("weight", status == null ? null : status.weight());
    shown.put("runs", status == null ? null : status.runs());
    List<GeneratorVerdict> verdicts = status == null ? List.of() : live(status);
    shown.put("verdict", worst(verdicts));
    shown.put("verdicts", verdicts);
    shown.put("processors", status == null ? null : status.processors());
    shown.put("cpu", status == null || status.cpu() < 0 ? null : status.cpu());
    shown.put(
        "residentBytes",
        status == null || status.residentBytes() < 0 ? null : status.residentBytes());
    shown.put("clockOffsetNanos", status == null ? null : status.clockOffsetNanos());
    shown.put("clockErrorNanos", status == null ? null : status.clockErrorNanos());
    return shown;
  }

  private static List<GeneratorVerdict> live(NodeStatus status) {
    return status.verdicts().stream().filter(each -> status.runs().contains(each.run())).toList();
  }

  /** Returns the worst verdict; null if there is none. */
  private static @Nullable String worst(List<GeneratorVerdict> verdicts) {
    return Stream.of(Validity.INVALID, Validity.SUSPECT, Validity.VALID)
        .map(Validity::text)
        .filter(each -> verdicts.stream().anyMatch(its -> each.equals(its.validity())))
        .findFirst()
        .orElse(null);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
