package org.plimsoll.driver.gremlin;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.NamedStatements.Named;
import org.plimsoll.api.kit.StatementText;
import org.plimsoll.api.kit.StatementValue;

/** A user's Groovy script. The server compiles it once and caches it by its text. */
final class UserScript {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final String text;
  private final List<StatementValue> values;
  private final ValueForm form;
  private final long seed;
  private final AtomicLong executed = new AtomicLong();

  private UserScript(String text, List<StatementValue> values, ValueForm form, long seed) {
    this.text = text;
    this.values = values;
    this.form = form;
    this.seed = seed;
  }

  /** Parses the scripts in the setting {@code statements}, by name. */
  static Map<String, UserScript> all(DriverContext context, GraphShape shape) {
    Map<String, UserScript> scripts = new LinkedHashMap<>();
    context
        .settings()
        .get(GremlinSettings.STATEMENTS)
        .byName()
        .forEach((name, named) -> scripts.put(name, of(name, named, context, shape)));
    return Map.copyOf(scripts);
  }

  private static UserScript of(String name, Named named, DriverContext context, GraphShape shape) {
    StringBuilder script = new StringBuilder();
    List<StatementValue> values = new ArrayList<>();
    for (StatementText each : named.texts()) {
      if (each.text().chars().filter(c -> c == '?').count() != each.parameters().size()) {
        throw new IllegalArgumentException("statements: " + name + " must have no question mark");
      }
      script.append(script.isEmpty() ? "" : "; ");
      String[] parts = each.text().split("\\?", -1);
      for (int i = 0; i < parts.length; i++) {
        script.append(parts[i]);
        if (i < each.parameters().size()) {
          script.append(binding(values.size()));
          values.add(StatementValue.of(each.parameters().get(i), shape.fields()));
        }
      }
    }
    return new UserScript(script.toString(), values, shape.form(), context.seed());
  }

  private static String binding(int index) {
    return "plimsoll_" + index;
  }

  String text() {
    return text;
  }

  Map<String, Object> bindings(Operation operation) {
    Map<String, Object> bindings = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      bindings.put(binding(i), value(values.get(i), operation));
    }
    return bindings;
  }

  private Object value(StatementValue value, Operation operation) {
    Key key = operation.key();
    return switch (value) {
      case StatementValue.KeyOf(var keyForm) ->
          switch (keyForm) {
            case AS_NEEDED, TEXT -> key.text();
            case NUMBER -> key.number();
            case BYTES -> ByteBuffer.wrap(key.bytes().clone());
          };
      case StatementValue.Field field -> {
        int index = field.in(operation.row());
        yield index < 0 ? "" : form.encode(operation.row(), index);
      }
      case StatementValue.Draw(var distribution) ->
          distribution.sample(new SplittableRandom(seed + executed.getAndIncrement() * GOLDEN));
    };
  }
}
