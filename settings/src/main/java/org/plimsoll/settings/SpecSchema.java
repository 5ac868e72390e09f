package org.plimsoll.settings;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.Setting;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates the JSON Schema (draft 2020-12) of spec files, for editors, from {@link RunSettings}.
 */
public final class SpecSchema {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SpecSchema() {}

  /** Returns the schema as indented JSON. */
  public static String json() {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Plimsoll run");
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    properties
        .putObject("target")
        .put("type", "string")
        .put("description", "URI of the target")
        .put("default", "rocksdb:");
    ObjectNode set = properties.putObject("set");
    set.put("type", "object").put("description", "settings of the driver");
    types(set.putObject("additionalProperties"), "string", "number", "boolean");
    RunSettings.all().forEach(setting -> describe(properties, setting));
    TuneSettings.group().settings().forEach(setting -> describe(properties, setting));
    scenarios(properties.putObject("scenarios"));
    sweep(properties.putObject("sweep"));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema).replace("\r", "");
  }

  private static void scenarios(ObjectNode scenarios) {
    scenarios.put("type", "object").put("minProperties", 1);
    scenarios.put(
        "description", "loads that run at the same time, each with its own settings, by name");
    scenarios.putObject("propertyNames").put("pattern", ScenarioTexts.NAME_PATTERN);
    ObjectNode scenario = scenarios.putObject("additionalProperties");
    scenario.put("type", "object").put("additionalProperties", false);
    ObjectNode own = scenario.putObject("properties");
    RunSettings.all().filter(RunSettings::isOfScenario).forEach(setting -> describe(own, setting));
  }

  private static void sweep(ObjectNode sweep) {
    sweep.put("type", "object").put("additionalProperties", false);
    sweep.put("description", "how plimsoll sweep varies the run (docs/sweep.md)");
    ObjectNode own = sweep.putObject("properties");
    SweepTexts.SINGLE.forEach(name -> types(own.putObject(name), "string", "number"));
    types(own.putObject("command-timeout"), "string");
    for (String map : SweepTexts.MAPS) {
      ObjectNode axes = own.putObject(map).put("type", "object");
      types(axes.putObject("additionalProperties"), "string", "number", "array");
    }
    for (String list : SweepTexts.LISTS) {
      types(own.putObject(list), "array", "string");
    }
  }

  private static void describe(ObjectNode properties, Setting<?> setting) {
    ObjectNode property = properties.putObject(setting.name());
    property.put("description", setting.description() + " (" + setting.allowed() + ")");
    if (setting.defaultText() != null) {
      property.put("default", setting.defaultText());
    }
    List<Map<String, Object>> forms = FormDescriptions.of(setting);
    if (!forms.isEmpty()) {
      property.set("x-forms", JSON.valueToTree(forms));
    }
    switch (setting.kind()) {
      case FLAG -> property.put("type", "boolean");
      case CHOICE, TARGET -> property.put("type", "string");
      case TEXT -> types(property, "string", "number", "boolean");
      case COUNT, DECIMAL, DURATION, BYTES, DISTRIBUTION -> types(property, "string", "number");
    }
    if (RunSettings.isMap(setting)) {
      types(property, "string", "number", "object");
      types(property.putObject("additionalProperties"), "string", "number");
    }
    if (RunSettings.isList(setting)) {
      ObjectNode items = property.putObject("items");
      if (RunSettings.isTimed(setting)) {
        types(items, "string", "object");
        types(items.putObject("additionalProperties"), "string", "number", "boolean", "array");
      } else {
        items.put("type", "string");
      }
      if (RunSettings.isMap(setting)) {
        types(property, "string", "array", "object");
        types(property.putObject("additionalProperties"), "string", "array");
      } else {
        types(property, "string", "array");
      }
    }
  }

  private static void types(ObjectNode property, String... types) {
    ArrayNode list = property.putArray("type");
    for (String type : types) {
      list.add(type);
    }
  }
}
