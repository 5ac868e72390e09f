package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.settings.LiveParameters.RefusedException;
import org.plimsoll.settings.RunRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads request bodies and writes response bodies. */
public final class Bodies {
  /** The form of the engine's messages about values that are not allowed. */
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?:.*?: )?(?<field>[a-z][A-Za-z0-9./-]*): must (?:be )?(?<allowed>.*), was"
              + " (?:'(?<value>.*)'.*|absent)",
          Pattern.DOTALL);

  /** The maximum number of nested objects and lists in a body. */
  public static final int LEVELS_MAX = 64;

  /** The maximum number of names, values and brackets in a body. */
  public static final int TOKENS_MAX = 20_000;

  /** The maximum size of a body with settings, which allows 8 KiB for each long setting. */
  public static final int SETTINGS_BYTES_MAX = 256 * 1024;

  /** Maximum length of a text. Longer texts are rejected before they are parsed. */
  public static final int STRING_CHARACTERS_MAX = 128 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(LEVELS_MAX)
                          .maxTokenCount(TOKENS_MAX)
                          .maxStringLength(STRING_CHARACTERS_MAX)
                          .build())
                  .build())
          .build();

  private Bodies() {}

  /** Answers with JSON. */
  public static void answer(Context request, Object value) {
    request.contentType("application/json").result(ResultJson.mapper().writeValueAsBytes(value));
  }

  /**
   * Waits for a body with settings. A body that is too large is discarded as it arrives and is
   * never parsed, so that the caller still gets a response.
   */
  static void awaitSettings(Context request) {
    boolean isTooLarge = request.req().getContentLengthLong() > SETTINGS_BYTES_MAX;
    if (isTooLarge) {
      try {
        long _ = request.req().getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    if (isTooLarge || request.bodyAsBytes().length > SETTINGS_BYTES_MAX) {
      throw Problem.tooLarge(
          "A body with settings must be at most " + SETTINGS_BYTES_MAX / 1024 + " KiB.");
    }
  }

  /**
   * Reads a body that is a JSON object. An empty body is an empty object.
   *
   * @param known allowed member names; any name is allowed if there are none
   */
  public static JsonNode object(Context request, String... known) {
    JsonNode node;
    try {
      node = JSON.readTree(request.bodyAsBytes());
    } catch (StreamConstraintsException e) {
      throw Problem.badRequest(
          ("The body must have at most %d levels, %,d names, values and brackets, and %d KiB in"
                  + " a text.")
              .formatted(LEVELS_MAX, TOKENS_MAX, STRING_CHARACTERS_MAX / 1024));
    } catch (JacksonException e) {
      throw Problem.badRequest("The body must be JSON: " + firstLine(e));
    }
    if (node.isMissingNode()) {
      return ResultJson.mapper().createObjectNode();
    }
    if (!node.isObject()) {
      throw Problem.badRequest("The body must be a JSON object.");
    }
    List<String> names = List.of(known);
    for (String name : node.propertyNames()) {
      if (!names.isEmpty() && !names.contains(name)) {
        throw invalid(
            name,
            "",
            "one of " + String.join(", ", names),
            name + " is not a known name" + NearestName.suggestion(name, names));
      }
    }
    return node;
  }

  private static String firstLine(JacksonException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
  }

  /** Reads a string member; null if it is absent. */
  public static @Nullable String text(JsonNode body, String name) {
    JsonNode node = body.path(name);
    if (node.isMissingNode() || node.isNull()) {
      return null;
    }
    if (!node.isString()) {
      throw invalid(name, "", "a text", name + ": must be a text, was " + kind(node));
    }
    return node.asString();
  }

  /** Reads a boolean member; null if it is absent. */
  public static @Nullable Boolean flag(JsonNode body, String name) {
    JsonNode node = body.path(name);
    if (node.isMissingNode()) {
      return null;
    }
    if (!node.isBoolean()) {
      throw invalid(name, "", "true or false", name + ": must be true or false, was " + kind(node));
    }
    return node.asBoolean();
  }

  /**
   * Converts a JSON object of strings, numbers, booleans and nulls to texts by name.
   *
   * @param what the name of the object in messages
   */
  public static Map<String, @Nullable String> texts(String what, JsonNode node) {
    if (!node.isObject()) {
      throw invalid(what, "", "an object", what + ": must be a JSON object, was " + kind(node));
    }
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      JsonNode value = each.getValue();
      if (value.isContainer()) {
        throw invalid(
            each.getKey(),
            "",
            "a text, a number, true, false or null",
            each.getKey() + ": must be a single value, was " + kind(value));
      }
      texts.put(each.getKey(), value.isNull() ? null : value.asString());
    }
    return texts;
  }

  /**
   * Converts a JSON object to the texts of settings, each of at most {@value
   * RunRequest#CHARACTERS_MAX} characters.
   *
   * @param what the name of the object in messages
   */
  public static Map<String, @Nullable String> settings(String what, JsonNode node) {
    if (node.size() > RunRequest.TEXTS_MAX) {
      String allowed = "at most " + RunRequest.TEXTS_MAX + " settings";
      throw invalid(what, "", allowed, what + ": must be " + allowed + ", was " + node.size());
    }
    Map<String, @Nullable String> texts = texts(what, node);
    texts.forEach((name, text) -> {
      if (text != null && text.length() > RunRequest.CHARACTERS_MAX) {
        String allowed = "at most " + RunRequest.CHARACTERS_MAX + " characters";
        throw invalid(name, "", allowed, name + ": must be " + allowed + ", was " + text.length());
      }
      RunRequest.check(name, text == null ? "" : text);
    });
    return texts;
  }

  /**
   * Returns the JSON type of a value. Messages do not quote the value, since it may be a secret.
   */
  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      default -> "something else";
    };
  }

  /** Returns a problem with the value of one field. */
  public static Problem invalid(String field, String value, String allowed, String detail) {
    return Problem.invalid(detail, List.of(new Problem.FieldError(field, value, allowed, detail)));
  }

  /**
   * Converts a message of the engine to a problem document. It includes the field and the value if
   * the message contains them.
   */
  static Problem of(IllegalArgumentException refused) {
    if (refused instanceof RefusedException several) {
      List<Problem.FieldError> errors = new ArrayList<>();
      several
          .refusals()
          .forEach(each ->
              errors.add(
                  new Problem.FieldError(
                      each.path(), each.text(), each.allowed(), each.sentence())));
      return Problem.invalid(String.valueOf(several.getMessage()), errors);
    }
    String sentence = String.valueOf(refused.getMessage());
    Matcher matcher = SENTENCE.matcher(sentence);
    return matcher.matches()
        ? invalid(
            matcher.group("field"),
            Objects.requireNonNullElse(matcher.group("value"), ""),
            matcher.group("allowed"),
            sentence)
        : Problem.invalid(sentence, List.of());
  }
}
