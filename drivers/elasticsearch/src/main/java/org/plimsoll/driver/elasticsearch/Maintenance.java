package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The hooks for an index, or for all indexes if they roll. */
final class Maintenance {
  static final Map<String, String> HOOKS =
      Map.of(
          "refresh", "Makes all writes searchable (_refresh).",
          "flush", "Writes memory to disk, and starts a new translog (_flush).",
          "force-merge", "Merges each shard into one segment (_forcemerge).",
          "clear-cache", "Clears the query and field caches (_cache/clear).",
          "snapshot", "Takes a snapshot (_snapshot); argument: repository or repository/name.",
          "drop-snapshot", "Deletes a snapshot; argument: repository or repository/name.",
          "add-field", "Adds a field to the mapping; argument: name and type (note keyword).");

  private static final String DEFAULT_NAME = "plimsoll";
  private static final Pattern SNAPSHOT =
      Pattern.compile("(?<repository>[\\w.-]+)(?:/(?<name>[a-z0-9][a-z0-9._-]*))?");
  private static final Pattern FIELD = Pattern.compile("(?<name>[\\w.-]+)\\s+(?<type>[a-z_]+)");

  private final Schema schema;

  Maintenance(Schema schema) {
    this.schema = schema;
  }

  String run(String name, String argument) throws IOException {
    return switch (name) {
      case "refresh" -> onAll(name, argument, "_refresh");
      case "flush" -> onAll(name, argument, "_flush");
      case "force-merge" -> onAll(name, argument, "_forcemerge?max_num_segments=1");
      case "clear-cache" -> onAll(name, argument, "_cache/clear");
      case "snapshot" -> snapshot(matched(SNAPSHOT, name, argument, "a repository"));
      case "drop-snapshot" -> {
        String path = path(matched(SNAPSHOT, name, argument, "a repository"));
        JsonNode _ = schema.change("DELETE", path, null);
        yield "deleted";
      }
      case "add-field" -> {
        Matcher field = matched(FIELD, name, argument, "a name and a type, such as note keyword");
        ObjectNode mapping = JsonNodeFactory.instance.objectNode();
        mapping
            .putObject("properties")
            .putObject(field.group("name"))
            .put("type", field.group("type"));
        JsonNode _ = schema.change("PUT", schema.path("_mapping"), mapping);
        yield "added " + argument;
      }
      default -> throw new UnsupportedOperationException("there is no hook " + name);
    };
  }

  private String onAll(String hook, String argument, String path) throws IOException {
    if (!argument.isEmpty()) {
      throw new IllegalArgumentException(
          "the hook " + hook + " takes no argument, was '" + argument + "'");
    }
    return schema.onAll(path);
  }

  private static String path(Matcher snapshot) {
    String name = snapshot.group("name");
    return "/_snapshot/"
        + snapshot.group("repository")
        + "/"
        + (name == null ? DEFAULT_NAME : name);
  }

  private String snapshot(Matcher asked) throws IOException {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("indices", schema.all()).put("include_global_state", false);
    JsonNode taken =
        schema.change("PUT", path(asked) + "?wait_for_completion=true", body).path("snapshot");
    String state = taken.path("state").asString("unknown");
    if (!state.equals("SUCCESS")) {
      throw new IOException("the snapshot is " + state + ": " + taken.path("failures"));
    }
    return "snapshot %s of %d shards"
        .formatted(
            taken.path("snapshot").asString(""), taken.path("shards").path("total").asInt(0));
  }

  private static Matcher matched(Pattern pattern, String hook, String argument, String allowed) {
    Matcher matcher = pattern.matcher(argument);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          hook + ": must have " + allowed + " in parentheses, was '" + argument + "'");
    }
    return matcher;
  }
}
