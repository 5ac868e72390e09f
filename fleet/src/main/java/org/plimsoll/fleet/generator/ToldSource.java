package org.plimsoll.fleet.generator;

import java.util.HashMap;
import java.util.Map;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import tools.jackson.core.JacksonException;

/** Encodes the values of a property source as the text of one parameter for all generators. */
final class ToldSource {
  /**
   * Maximum number of characters. Each node stores all changes of a run, including those of a
   * source that changes often.
   */
  static final int CHARACTERS_MAX = 64 * 1024;

  private static final String SOURCE = "source/";

  private ToldSource() {}

  /** Returns the path of the parameter. */
  static String path(String source) {
    return SOURCE + source;
  }

  static boolean isSource(String path) {
    return path.startsWith(SOURCE);
  }

  /**
   * Encodes all values of a source.
   *
   * @throws InvalidSpecException if there are too many texts
   */
  static String text(String source, Map<String, String> texts) {
    String text = ToldJson.MAPPER.writeValueAsString(texts);
    if (text.length() > CHARACTERS_MAX) {
      throw new InvalidSpecException(
          "properties: %s: must have at most %,d characters in a fleet, had %,d"
              .formatted(source, CHARACTERS_MAX, text.length()));
    }
    return text;
  }

  /**
   * Returns the values of all sources on a node.
   *
   * @param first initial values, by source
   * @param values changed values, by path
   */
  static Map<String, Map<String, String>> effective(
      Map<String, Map<String, String>> first, Map<String, Effective> values) {
    Map<String, Map<String, String>> sources = new HashMap<>(first);
    sources.replaceAll((source, texts) -> {
      Effective changed = values.get(path(source));
      return changed == null ? texts : read(changed.text());
    });
    return sources;
  }

  private static Map<String, String> read(String text) {
    try {
      return ToldJson.MAPPER.readValue(text, ToldJson.TEXTS);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("The values of a property source cannot be read", e);
    }
  }
}
