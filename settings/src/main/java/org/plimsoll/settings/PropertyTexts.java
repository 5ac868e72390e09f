package org.plimsoll.settings;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Parses the texts of parameters, by path, from a file or a page. */
public final class PropertyTexts {
  /** The longest text that is parsed. */
  public static final int MAX_BYTES = 1 << 20;

  private PropertyTexts() {}

  /**
   * Parses lines of {@code path=text}, or YAML with the keys of a spec file.
   *
   * @param name the name of the text, for messages
   * @throws InvalidSpecException if the text is in neither format
   */
  public static Map<String, String> parse(byte[] bytes, String name, boolean isYaml) {
    if (bytes.length > MAX_BYTES) {
      throw new InvalidSpecException(name + ": must be at most 1 MiB");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidSpecException(name + ": must be UTF-8 text", e);
    }
    return isYaml ? yaml(text, name) : properties(text, name);
  }

  /** Returns whether a file is YAML or JSON, by its extension. JSON is a subset of YAML. */
  public static boolean isYaml(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  /** Returns whether a page is YAML, by its media type or its name. */
  public static boolean isYaml(String mediaType, String name) {
    String type = mediaType.toLowerCase(Locale.ROOT);
    return type.contains("yaml") || type.contains("json") || isYaml(name);
  }

  private static Map<String, String> properties(String text, String name) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidSpecException(name + ": must be lines of path=text: " + e.getMessage(), e);
    }
    Map<String, String> texts = new TreeMap<>();
    properties.forEach((key, value) -> texts.put(key.toString(), value.toString().strip()));
    return texts;
  }

  private static Map<String, String> yaml(String text, String name) {
    boolean isEmpty = text.lines().allMatch(line -> line.isBlank() || line.startsWith("#"));
    return isEmpty ? Map.of() : texts(SpecFile.parse(text, name), name);
  }

  private static Map<String, String> texts(RunRequest request, String name) {
    if (request.target() != null) {
      throw new InvalidSpecException(name + ": target cannot be set by a property source");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    request.values().forEach((key, given) -> texts.put(key, given.text()));
    request.driverSettings().forEach((key, given) -> texts.put("set." + key, given.text()));
    request
        .scenarios()
        .forEach((scenario, own) ->
            own.forEach(
                (key, given) -> texts.put("scenario/" + scenario + "/" + key, given.text())));
    return texts;
  }
}
