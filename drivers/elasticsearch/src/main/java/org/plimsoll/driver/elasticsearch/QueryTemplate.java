package org.plimsoll.driver.elasticsearch;

import org.plimsoll.api.Key;
import tools.jackson.core.JacksonException;

/**
 * A user's query in JSON, with placeholders for the key.
 *
 * @param text the text with {@code {key}}, {@code {number}} and {@code {group}}
 */
record QueryTemplate(String text) {
  static final String ALLOWED =
      "a query in the store's JSON, with the placeholders {group}, {key} and {number}, such as"
          + " {\"match\":{\"field0\":\"{key}\"}}";

  private static final String KEY = "{key}";
  private static final String GROUP = "{group}";
  private static final String NUMBER = "{number}";

  static QueryTemplate parse(String text) {
    QueryTemplate template = new QueryTemplate(text);
    try {
      if (Documents.JSON.readTree(template.filled("key", "group", "0")).isObject()) {
        return template;
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("must be " + ALLOWED, e);
    }
    throw new IllegalArgumentException("must be " + ALLOWED);
  }

  String filled(Key key, String group) {
    String quoted = Documents.JSON.writeValueAsString(key.text());
    return filled(quoted.substring(1, quoted.length() - 1), group, String.valueOf(key.number()));
  }

  private String filled(String key, String group, String number) {
    return text.replace(GROUP, group).replace(NUMBER, number).replace(KEY, key);
  }
}
