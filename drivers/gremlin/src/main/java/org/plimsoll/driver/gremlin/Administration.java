package org.plimsoll.driver.gremlin;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.SharedConnection;

/**
 * Sends requests about the whole graph: its schema, rows, facts and metrics. They are sent as
 * Groovy scripts.
 */
final class Administration {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final int COUNT_LIMIT = 1_000_000;
  private static final int DROP_BATCH = 2_000;

  private final SharedConnection<Link> shared;
  private final Library library;
  private final GraphShape shape;
  private final SettingValues settings;
  private volatile StoreKind kind = StoreKind.OTHER;

  Administration(
      SharedConnection<Link> shared, Library library, GraphShape shape, SettingValues settings) {
    this.shared = shared;
    this.library = library;
    this.shape = shape;
    this.settings = settings;
  }

  /** Detects the kind of graph that the server has. */
  void detect() throws Exception {
    try {
      String name = String.valueOf(run("GRAPH.getClass().getSimpleName()").getFirst());
      kind =
          name.contains("JanusGraph")
              ? StoreKind.JANUSGRAPH
              : name.startsWith("Tinker") ? StoreKind.TINKERGRAPH : StoreKind.OTHER;
    } catch (ExecutionException e) {
      kind = StoreKind.OTHER; // The server refuses scripts, or the graph has another name.
    }
  }

  void create() throws Exception {
    SchemaUse use = settings.get(GraphSettings.SCHEMA);
    if (use == SchemaUse.NONE) {
      return;
    }
    attempt(() -> {
      if (use != SchemaUse.CREATE) {
        dropRows();
      }
      switch (kind) {
        case JANUSGRAPH -> run(Scripts.JANUSGRAPH_SCHEMA);
        case TINKERGRAPH -> run(Scripts.TINKERGRAPH_SCHEMA);
        case OTHER -> {
          // The graph keeps its existing indexes.
        }
      }
    });
  }

  /** Deletes the rows and indexes if {@code schema=temporary}. */
  void end() throws Exception {
    if (settings.get(GraphSettings.SCHEMA) != SchemaUse.TEMPORARY) {
      return;
    }
    attempt(() -> {
      dropRows();
      switch (kind) {
        case JANUSGRAPH -> run(Scripts.JANUSGRAPH_DROP);
        case TINKERGRAPH -> run(Scripts.TINKERGRAPH_DROP);
        case OTHER -> {
          // The graph had no such index before.
        }
      }
    });
  }

  void truncate() throws Exception {
    attempt(this::dropRows);
  }

  /** Deletes the vertices, and so their edges, in several requests. */
  private void dropRows() throws Exception {
    long dropped;
    do {
      dropped =
          number(
              "g.V().hasLabel(labelName).limit(batchSize).sideEffect(drop()).count().next()",
              Map.of("labelName", shape.label(), "batchSize", (long) DROP_BATCH));
    } while (dropped == DROP_BATCH);
  }

  /** Returns the number of rows, up to a million, or −1 if there are more. */
  long count() throws Exception {
    long[] count = new long[1];
    attempt(() ->
        count[0] =
            number(
                "g.V().hasLabel(labelName).limit(mostRows).count().next()",
                Map.of("labelName", shape.label(), "mostRows", (long) COUNT_LIMIT)));
    return count[0] < COUNT_LIMIT ? count[0] : -1;
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    try {
      String script = kind == StoreKind.JANUSGRAPH ? Scripts.JANUSGRAPH_FACTS : Scripts.OTHER_FACTS;
      if (run(script).getFirst() instanceof Map<?, ?> said) {
        said.forEach((name, value) -> facts.put(String.valueOf(name), String.valueOf(value)));
      }
    } catch (Exception e) {
      facts.put("server", "unknown: " + Failures.sentence(e));
    }
    facts.put(
        "submit", settings.get(GremlinSettings.SUBMIT) == Submit.SCRIPT ? "script" : "bytecode");
    return facts;
  }

  /** Returns the metrics of the server, or an empty map if the server refuses scripts. */
  Map<String, Double> telemetry() throws Exception {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (kind != StoreKind.OTHER && run(Scripts.TELEMETRY).getFirst() instanceof Map<?, ?> said) {
      said.forEach((name, value) -> {
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
          telemetry.put(String.valueOf(name), number.doubleValue());
        }
      });
    }
    return telemetry;
  }

  private interface Step {
    void run() throws Exception;
  }

  private void attempt(Step step) throws Exception {
    try {
      step.run();
    } catch (ExecutionException e) {
      throw library.unusable(e);
    }
  }

  private long number(String script, Map<String, Object> bindings) throws Exception {
    return ((Number) run(script, bindings).getFirst()).longValue();
  }

  private List<Object> run(String script) throws Exception {
    return run(
        script.replace("GRAPH", settings.get(GremlinSettings.GRAPH)),
        Map.of(
            "keyName", GraphShape.KEY,
            "numberName", GraphShape.NUMBER,
            "labelName", shape.label(),
            "edgeName", shape.edgeLabel(),
            "fieldNames", List.copyOf(shape.fields())));
  }

  private List<Object> run(String script, Map<String, Object> bindings) throws Exception {
    Client client = shared.open().client();
    RequestOptions.Builder options = RequestOptions.build().timeout(PATIENCE_MILLIS);
    bindings.forEach(options::addParameter);
    try {
      return Requests.results(client.submitAsync(script, options.create()))
          .toCompletableFuture()
          .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + PATIENCE_MILLIS + " ms", e);
    }
  }
}
