package org.plimsoll.discovery;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads texts and numbers in JSON; a missing value is empty or 0. */
final class Texts {
  private Texts() {}

  static String of(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isValueNode() && !value.isNull() ? value.asString("") : "";
  }

  /** Returns the members of an object that are texts, numbers or booleans. */
  static Map<String, String> of(JsonNode object) {
    Map<String, String> all = new LinkedHashMap<>();
    object
        .properties()
        .forEach(each -> {
          if (each.getValue().isValueNode() && !each.getValue().isNull()) {
            all.put(each.getKey(), each.getValue().asString(""));
          }
        });
    return all;
  }

  /** Returns a number, which may be written as a text. */
  static int number(JsonNode value) {
    return value.isString() ? value.asInt(0) : value.intValue(0);
  }
}
