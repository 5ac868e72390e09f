package org.plimsoll.driver.gremlin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.translator.GroovyTranslator;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.SettingValues;

/** Creates requests to a server, in the form of the setting {@code submit}. */
final class Requests {
  private static final GraphTraversalSource SOURCE =
      AnonymousTraversalSource.traversal().withEmbedded(EmptyGraph.instance());

  private final Traversals traversals;
  private final Map<String, UserScript> scripts;
  private volatile Submit form;

  Requests(GraphShape shape, DriverContext context) {
    traversals = new Traversals(shape, context);
    scripts = UserScript.all(context, shape);
    form = context.settings().get(GremlinSettings.SUBMIT);
  }

  void choose(SettingValues settings) {
    traversals.choose(settings);
    form = settings.get(GremlinSettings.SUBMIT);
  }

  /** Returns a traversal that reads no data. */
  static GraphTraversal<?, ?> nothing() {
    return SOURCE.inject(0);
  }

  /** Whether an operation is a user's script. */
  boolean isUsers(Operation operation) {
    return scripts.containsKey(operation.type().name());
  }

  /** A request that contains copies of keys and rows, so that it can be sent later. */
  @FunctionalInterface
  interface Prepared {
    /** Sends the request. The results arrive on a thread of the library. */
    CompletionStage<List<Object>> sendTo(Client client);
  }

  /** Creates the request for an operation. */
  Prepared prepare(Operation operation) {
    UserScript script = scripts.get(operation.type().name());
    if (script == null) {
      return prepare(traversals.of(SOURCE, operation));
    }
    Map<String, Object> bindings = script.bindings(operation);
    return client -> results(client.submitAsync(script.text(), bindings));
  }

  CompletionStage<List<Object>> rehearse(Client client) {
    return prepare(nothing()).sendTo(client);
  }

  private Prepared prepare(GraphTraversal<?, ?> traversal) {
    var bytecode = traversal.asAdmin().getBytecode();
    if (form == Submit.BYTECODE) {
      return client -> results(client.submitAsync(bytecode));
    }
    var script = GroovyTranslator.of("g", true).translate(bytecode);
    Map<String, Object> bindings = script.getParameters().orElse(Map.of());
    return client -> results(client.submitAsync(script.getScript(), bindings));
  }

  static CompletionStage<List<Object>> results(CompletionStage<ResultSet> answer) {
    return answer.thenCompose(ResultSet::all).thenApply(Requests::values);
  }

  /**
   * Extracts the values from the results of a script or of a traversal. In a traversal, equal
   * results arrive once with a count.
   */
  private static List<Object> values(List<Result> results) {
    List<Object> values = new ArrayList<>(results.size());
    for (Result result : results) {
      Object value = result.getObject();
      if (value instanceof Traverser<?> traverser) {
        for (long i = 0; i < traverser.bulk(); i++) {
          values.add(traverser.get());
        }
      } else {
        values.add(value);
      }
    }
    return values;
  }
}
