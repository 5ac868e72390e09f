package org.plimsoll.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;

/**
 * A cache of the parsed texts of the previous request, for the next request. A text is parsed again
 * only if it differs or its change was requested. A change to one parameter therefore does not
 * parse other texts or read their files again. Values are immutable. Not thread-safe.
 */
final class ParsedTexts {
  /**
   * The parsed values, by setting and text. The map of one setting is never changed, only replaced.
   */
  private final Map<String, Map<String, Object>> before;

  private final Map<String, Map<String, Object>> values = new HashMap<>();
  private final @Nullable Target targetBefore;
  private @Nullable Target target;

  private record Target(Given uri, Map<String, Given> set, DriverSettings settings) {}

  private ParsedTexts(Map<String, Map<String, Object>> before, @Nullable Target targetBefore) {
    this.before = before;
    this.targetBefore = targetBefore;
  }

  /** Creates a cache without texts. */
  static ParsedTexts none() {
    return new ParsedTexts(Map.of(), null);
  }

  /**
   * Returns the cache for the next request.
   *
   * @param asked the paths of the parameters whose texts are parsed again
   */
  ParsedTexts next(Collection<String> asked) {
    Map<String, Map<String, Object>> left = new HashMap<>(values);
    asked.forEach(path -> left.remove(path.substring(path.lastIndexOf('/') + 1)));
    boolean asksDriver = asked.stream().anyMatch(path -> path.startsWith(RequestLayers.SET));
    return new ParsedTexts(left, asksDriver ? null : target);
  }

  /** Parses the text of a run setting, or returns the cached value of the same text. */
  @SuppressWarnings("unchecked") // the same setting has created the value from the same text
  <T> T parse(Setting<T> setting, String text) {
    Map<String, Object> its = values.get(setting.name());
    if (its == null) {
      its = before.getOrDefault(setting.name(), Map.of());
      values.put(setting.name(), its);
    }
    Object known = its.get(text);
    if (known == null) {
      known = setting.parse(text);
      Map<String, Object> more = new HashMap<>(its);
      more.put(text, known);
      values.put(setting.name(), more);
    }
    return (T) known;
  }

  /** Resolves the settings of the driver, or returns the cached result of the same texts. */
  DriverSettings driver(Given uri, Map<String, Given> set, Supplier<DriverSettings> resolve) {
    Target known = targetBefore;
    if (known == null || !known.uri().equals(uri) || !known.set().equals(set)) {
      known = new Target(uri, set, resolve.get());
    }
    target = known;
    return known.settings();
  }
}
