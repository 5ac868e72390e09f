package org.plimsoll.driver.elasticsearch.transport;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import org.elasticsearch.common.xcontent.DeprecationHandler;
import org.elasticsearch.common.xcontent.NamedXContentRegistry;
import org.elasticsearch.common.xcontent.XContentParser;
import org.elasticsearch.common.xcontent.json.JsonXContent;
import org.plimsoll.api.Key;

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
      if (isObject(template.filled("key", "group", "0"))) {
        return template;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("must be " + ALLOWED, e);
    }
    throw new IllegalArgumentException("must be " + ALLOWED);
  }

  private static boolean isObject(String json) throws IOException {
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
      if (parser.nextToken() != XContentParser.Token.START_OBJECT) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    }
  }

  String filled(Key key, String group) {
    String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(key.text()));
    return filled(quoted, group, String.valueOf(key.number()));
  }

  private String filled(String key, String group, String number) {
    return text.replace(GROUP, group).replace(NUMBER, number).replace(KEY, key);
  }
}
