package org.plimsoll.driver.gremlin;

import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Row;
import org.plimsoll.api.SettingValues;

/**
 * Creates the traversal for each operation. Reads return properties. Other operations return a
 * count or nothing, so that no vertex is sent to the client. {@link Answers} converts the results.
 */
final class Traversals {
  private static final String FROM = "from";

  private final GraphShape shape;
  private final Neighbors neighbors;
  private volatile Walks walks;

  Traversals(GraphShape shape, DriverContext context) {
    this.shape = shape;
    neighbors = new Neighbors(context.settings().get(GraphSettings.EDGES), context.seed());
    walks = Walks.of(context.settings());
  }

  void choose(SettingValues settings) {
    walks = Walks.of(settings);
  }

  /**
   * Returns the traversal for an operation.
   *
   * @throws UnsupportedOperationException if the driver does not support the operation
   */
  GraphTraversal<?, ?> of(GraphTraversalSource g, Operation operation) {
    return switch (operation.type().kind()) {
      case READ -> read(g, operation.key());
      case INSERT -> linked(upsert(g.V(), operation.key(), operation.row()), operation.key());
      case UPDATE -> upsert(g.V(), operation.key(), operation.row()).none();
      case DELETE -> found(g, operation.key()).sideEffect(__.drop()).count();
      case BULK_READ -> bulkRead(g, operation);
      case BULK_WRITE -> bulkWrite(g, operation);
      default -> own(g, operation);
    };
  }

  private GraphTraversal<?, ?> own(GraphTraversalSource g, Operation operation) {
    Walks now = walks;
    Key key = operation.key();
    if (operation.type().equals(GraphOperations.ADD_VERTEX)) {
      return linked(fields(g.addV(shape.label()), key, operation.row()), key);
    }
    if (operation.type().equals(GraphOperations.FIND_VERTEX)) {
      return found(g, key).valueMap(shape.fieldNames());
    }
    if (operation.type().equals(GraphOperations.ADD_EDGE)) {
      return found(g, key)
          .as(FROM)
          .V()
          .has(shape.label(), GraphShape.NUMBER, neighbors.another(key.number(), now.skew()))
          .limit(1)
          .addE(shape.edgeLabel())
          .from(FROM)
          .count();
    }
    if (operation.type().equals(GraphOperations.DEGREE)) {
      return found(g, key).toE(now.direction(), shape.edgeLabel()).count();
    }
    if (operation.type().equals(GraphOperations.READ_NEIGHBORS)) {
      return found(g, key)
          .to(now.direction(), shape.edgeLabel())
          .limit(now.limit())
          .valueMap(shape.fieldNames());
    }
    if (operation.type().equals(GraphOperations.K_HOP)) {
      return found(g, key)
          .repeat(__.to(now.direction(), shape.edgeLabel()))
          .times(now.hops())
          .dedup()
          .limit(now.limit())
          .count();
    }
    throw new UnsupportedOperationException(operation.type().name());
  }

  private GraphTraversal<?, Vertex> found(GraphTraversalSource g, Key key) {
    return g.V().has(shape.label(), GraphShape.KEY, key.text());
  }

  private GraphTraversal<?, ?> read(GraphTraversalSource g, Key key) {
    GraphTraversal<?, Vertex> row = found(g, key).limit(1);
    return shape.fields().size() == 1
        ? row.values(shape.fields().getFirst())
        : row.valueMap(shape.fieldNames());
  }

  private GraphTraversal<?, ?> bulkRead(GraphTraversalSource g, Operation operation) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i).text());
    }
    return g.V()
        .has(shape.label(), GraphShape.KEY, P.within(keys))
        .valueMap(shape.keyAndFieldNames());
  }

  /**
   * Creates a traversal that writes several rows. Each row except the first starts with a step V,
   * and is folded so that it has one result.
   */
  private GraphTraversal<?, ?> bulkWrite(GraphTraversalSource g, Operation operation) {
    GraphTraversal<?, Vertex> rows = upsert(g.V(), operation.key(0), operation.row(0));
    for (int i = 1; i < operation.size(); i++) {
      rows = upsert(rows.V(), operation.key(i), operation.row(i));
    }
    return rows.none();
  }

  /** Sets the fields of the vertex with the key, which is added if it does not exist. */
  @SuppressWarnings("unchecked") // coalesce takes an array of traversals
  private GraphTraversal<?, Vertex> upsert(GraphTraversal<?, Vertex> all, Key key, Row row) {
    GraphTraversal<?, Vertex> vertex =
        all.has(shape.label(), GraphShape.KEY, key.text())
            .fold()
            .coalesce(
                __.unfold(),
                __.<Vertex>addV(shape.label())
                    .property(Cardinality.single, GraphShape.KEY, key.text())
                    .property(Cardinality.single, GraphShape.NUMBER, key.number()));
    return values(vertex, row);
  }

  private GraphTraversal<?, Vertex> fields(GraphTraversal<?, Vertex> vertex, Key key, Row row) {
    return values(
        vertex
            .property(Cardinality.single, GraphShape.KEY, key.text())
            .property(Cardinality.single, GraphShape.NUMBER, key.number()),
        row);
  }

  private GraphTraversal<?, Vertex> values(GraphTraversal<?, Vertex> vertex, Row row) {
    GraphTraversal<?, Vertex> changed = vertex;
    for (int i = 0; i < row.fieldCount(); i++) {
      changed = changed.property(Cardinality.single, row.fieldName(i), shape.form().encode(row, i));
    }
    return changed;
  }

  /** Adds the edges of a new vertex, and counts them. */
  private GraphTraversal<?, ?> linked(GraphTraversal<?, Vertex> vertex, Key key) {
    List<Long> ends = neighbors.ofNew(key.number(), walks.skew());
    if (ends.isEmpty()) {
      return vertex.none();
    }
    return vertex
        .as(FROM)
        .V()
        .has(shape.label(), GraphShape.NUMBER, P.within(ends))
        .addE(shape.edgeLabel())
        .from(FROM)
        .count();
  }
}
