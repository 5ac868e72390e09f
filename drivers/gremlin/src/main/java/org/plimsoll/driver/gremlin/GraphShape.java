package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.DriverContext;

/**
 * The vertices and edges of the rows. A row is a vertex with a property for each field, one with
 * the key, and one with the key's number, by which edges find their other end.
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

  /** The names of the fields, as a traversal takes them. */
  String[] fieldNames() {
    return fields.toArray(String[]::new);
  }

  /** The same with the key before them. */
  String[] keyAndFieldNames() {
    return Stream.concat(Stream.of(KEY), fields.stream()).toArray(String[]::new);
  }
}
