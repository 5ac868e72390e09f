package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.plimsoll.fleet.Fleet;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRuns;

/**
 * Live runs that this node neither takes part in nor can show, such as those with a file that is
 * not on this node. The answer to a request about such a run names the nodes that take part.
 */
public final class OtherNodes {
  private static final String RUN = "/runs/{run}";
  private static final int NAMED_MAX = 3;
  private static final int NOT_FOUND = 404;

  private final LiveRuns runs;
  private final Supplier<Fleet> fleet;

  public OtherNodes(LiveRuns runs, Supplier<Fleet> fleet) {
    this.runs = runs;
    this.fleet = fleet;
  }

  /** An endpoint that names the nodes of a run that this node does not know. */
  public Endpoint naming(Endpoint endpoint) {
    if (!endpoint.path().startsWith(RUN)) {
      return endpoint;
    }
    return endpoint.handledBy(request -> {
      try {
        endpoint.handler().handle(request);
      } catch (Problem e) {
        throw e.status() == NOT_FOUND ? located(request, e) : e;
      }
    });
  }

  private Problem located(Context request, Problem missing) throws IOException {
    String id = request.pathParam("run");
    if (runs.live(id).isPresent() || runs.catalogue().row(id).isPresent()) {
      return missing;
    }
    List<NodeIdentity> nodes =
        fleet.get().view().nodes().stream()
            .filter(node -> node.state() == FleetNode.State.UP)
            .filter(node -> node.status() != null && node.status().runs().contains(id))
            .map(FleetNode::identity)
            .toList();
    if (nodes.isEmpty()) {
      return missing;
    }
    String some =
        nodes.stream()
            .limit(NAMED_MAX)
            .map(node -> node.name() + " (" + node.page() + ")")
            .collect(Collectors.joining(", "));
    return Problem.notFound(
        "This node takes no part in the run '"
            + id
            + "'. Send the request to a node that does: "
            + some
            + (nodes.size() > NAMED_MAX ? ", …" : "")
            + ".");
  }
}
