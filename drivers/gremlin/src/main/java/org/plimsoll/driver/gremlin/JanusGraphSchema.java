package org.plimsoll.driver.gremlin;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.janusgraph.core.Cardinality;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphTransaction;
import org.janusgraph.core.PropertyKey;
import org.janusgraph.core.schema.JanusGraphIndex;
import org.janusgraph.core.schema.JanusGraphManagement;
import org.janusgraph.core.schema.SchemaAction;
import org.janusgraph.core.schema.SchemaStatus;
import org.janusgraph.graphdb.database.management.ManagementSystem;

/** The properties, indexes and rows of an embedded JanusGraph. */
final class JanusGraphSchema {
  private static final int DROP_BATCH = 2_000;
  private static final long PATIENCE_SECONDS = 20;
  private static final List<String> INDEXED = List.of(GraphShape.KEY, GraphShape.NUMBER);

  private final JanusGraph graph;
  private final GraphShape shape;

  JanusGraphSchema(JanusGraph graph, GraphShape shape) {
    this.graph = graph;
    this.shape = shape;
  }

  private static String index(String property) {
    return "by_" + property;
  }

  /**
   * Creates missing properties and indexes. An index is usable immediately if its properties were
   * created in the same transaction.
   */
  void create() throws Exception {
    JanusGraphManagement management = graph.openManagement();
    shape.fields().forEach(field -> property(management, field, String.class));
    if (management.getVertexLabel(shape.label()) == null) {
      management.makeVertexLabel(shape.label()).make();
    }
    if (management.getEdgeLabel(shape.edgeLabel()) == null) {
      management.makeEdgeLabel(shape.edgeLabel()).make();
    }
    List<String> missing = new ArrayList<>();
    for (String name : INDEXED) {
      Class<?> type = name.equals(GraphShape.KEY) ? String.class : Long.class;
      PropertyKey property = property(management, name, type);
      if (!management.containsGraphIndex(index(name))) {
        missing.add(name);
        management.buildIndex(index(name), Vertex.class).addKey(property).buildCompositeIndex();
      }
    }
    management.commit();
    enable(missing);
  }

  /**
   * Enables indexes, and waits until they are usable. An index on properties of a previous run is
   * only registered at first, and would never be used.
   */
  private void enable(List<String> names) throws Exception {
    for (String name : names) {
      await(name, SchemaStatus.REGISTERED, SchemaStatus.ENABLED);
    }
    List<String> registered = names.stream().filter(name -> !isEnabled(name)).toList();
    change(registered, SchemaAction.REINDEX);
    for (String name : registered) {
      await(name, SchemaStatus.ENABLED);
    }
    for (String name : registered) {
      if (!isEnabled(name)) {
        throw new IOException(
            "the index %s cannot be enabled: all %d open instances of JanusGraph must agree"
                .formatted(index(name), instances()));
      }
    }
  }

  private boolean isEnabled(String name) {
    JanusGraphManagement management = graph.openManagement();
    try {
      return isEnabled(management.getGraphIndex(index(name)));
    } finally {
      management.rollback();
    }
  }

  private static boolean isEnabled(JanusGraphIndex index) {
    return Arrays.stream(index.getFieldKeys())
        .allMatch(field -> index.getIndexStatus(field) == SchemaStatus.ENABLED);
  }

  private static PropertyKey property(JanusGraphManagement management, String name, Class<?> type) {
    PropertyKey existing = management.getPropertyKey(name);
    return existing != null
        ? existing
        : management.makePropertyKey(name).dataType(type).cardinality(Cardinality.SINGLE).make();
  }

  private void await(String name, SchemaStatus... status) throws InterruptedException {
    var _ =
        ManagementSystem.awaitGraphIndexStatus(graph, index(name))
            .status(status)
            .timeout(PATIENCE_SECONDS, ChronoUnit.SECONDS)
            .call();
  }

  /** Disables, discards and drops the indexes. */
  void drop() throws Exception {
    change(INDEXED, SchemaAction.DISABLE_INDEX);
    for (String name : INDEXED) {
      await(name, SchemaStatus.DISABLED);
    }
    change(INDEXED, SchemaAction.DISCARD_INDEX);
    change(INDEXED, SchemaAction.DROP_INDEX);
  }

  private void change(List<String> names, SchemaAction action) throws Exception {
    JanusGraphManagement management = graph.openManagement();
    List<Future<?>> jobs = new ArrayList<>();
    for (String name : names) {
      var index = management.getGraphIndex(index(name));
      if (index != null) {
        Future<?> job = management.updateIndex(index, action);
        if (job != null) {
          jobs.add(job);
        }
      }
    }
    management.commit();
    for (Future<?> job : jobs) {
      var _ = job.get();
    }
  }

  /** Returns the enabled indexes. */
  List<String> indexes() {
    JanusGraphManagement management = graph.openManagement();
    try {
      List<String> names = new ArrayList<>();
      for (JanusGraphIndex index : management.getGraphIndexes(Vertex.class)) {
        if (isEnabled(index)) {
          names.add(index.name());
        }
      }
      return names.stream().sorted().toList();
    } finally {
      management.rollback();
    }
  }

  int instances() {
    JanusGraphManagement management = graph.openManagement();
    try {
      return management.getOpenInstances().size();
    } finally {
      management.rollback();
    }
  }

  /** Deletes the vertices, and so their edges, in several transactions. */
  void truncate() {
    long dropped;
    do {
      JanusGraphTransaction transaction = graph.newTransaction();
      try {
        dropped =
            transaction
                .traversal()
                .V()
                .hasLabel(shape.label())
                .limit(DROP_BATCH)
                .sideEffect(__.drop())
                .count()
                .next();
        transaction.commit();
      } catch (RuntimeException e) {
        transaction.rollback();
        throw e;
      }
    } while (dropped == DROP_BATCH);
  }

  /** Counts the rows by reading all vertices. */
  long count() {
    JanusGraphTransaction transaction = graph.buildTransaction().readOnly().start();
    try {
      return transaction.traversal().V().hasLabel(shape.label()).count().next();
    } finally {
      transaction.rollback();
    }
  }
}
