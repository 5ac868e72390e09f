package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.DriverContext;

/**
 * The form of rows as vertices and edges. A row is a vertex. It has a property for each field, one
 * for the key, and one for the key's number, by which edges find their target vertex.
 */
record GraphShape(String label, String edgeLabel, ValueForm form, List<String> fields) {
  static final String KEY = "plimsoll_key";
  static final String NUMBER = "plimsoll_number";

  GraphShape {
    fields = List.copyOf(fields);
  }

  static GraphShape of(DriverContext context) {
    return new GraphShape(
        context.settings().get(GraphSettings.LABEL),
        context.settings().get(GraphSettings.EDGE_LABEL),
        context.settings().get(GraphSettings.VALUE_FORM),
        context.fieldNames());
  }

  /** Returns the names of the fields, as arguments for a traversal. */
  String[] fieldNames() {
    return fields.toArray(String[]::new);
  }

  /** Returns the name of the key property, followed by the names of the fields. */
  String[] keyAndFieldNames() {
    return Stream.concat(Stream.of(KEY), fields.stream()).toArray(String[]::new);
  }
}
