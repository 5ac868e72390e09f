package org.plimsoll.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.settings.text.ActionText;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A parser of specs in YAML. Keys are the settings of {@link RunSettings}, {@code target}, {@code
 * set} with driver settings, and {@code scenarios} with the settings of each. Values are taken
 * literally, so {@code 010} and {@code 1e3} mean the same in a file and on the command line.
 * Anchors, aliases and tags are refused.
 */
public final class SpecFile {
  private static final String TARGET = "target";
  private static final String SET = "set";
  private static final String SCENARIOS = "scenarios";
  private static final String SWEEP = "sweep";

  private final String shownName;
  private final String origin;
  private final SpecYaml yaml;
  private @Nullable Given target;
  private final Map<String, Given> values = new LinkedHashMap<>();
  private final Map<String, Given> driverSettings = new LinkedHashMap<>();
  private final Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();

  /** The texts of the sweep; null if the spec may not contain a sweep. */
  private @Nullable SweepTexts sweep;

  private SpecFile(String shownName) {
    this.shownName = shownName;
    this.origin = "spec " + shownName;
    this.yaml = new SpecYaml(shownName);
  }

  /** The spec of a sweep: the run, and the variation of the run. */
  public record OfSweep(RunRequest run, SweepTexts sweep) {}

  /** Reads a file of at most 1 MiB. */
  public static RunRequest read(Path file) {
    SpecFile spec = new SpecFile(file.toString());
    return spec.read(file, SpecYaml.text(file));
  }

  /**
   * Reads a file of at most 1 MiB, which may have a section {@code sweep}. Only a local file may
   * have one, because it can contain commands.
   */
  public static OfSweep readSweep(Path file) {
    SpecFile spec = new SpecFile(file.toString());
    spec.sweep = SweepTexts.none();
    RunRequest run = spec.read(file, SpecYaml.text(file));
    return new OfSweep(run, Objects.requireNonNull(spec.sweep).in(file.getParent()));
  }

  private RunRequest read(Path file, String text) {
    readDocument(text);
    return FileArguments.of(file, request());
  }

  private RunRequest request() {
    return new RunRequest(target, values, driverSettings, scenarios);
  }

  /**
   * Parses a spec.
   *
   * @param shownName the name of the text in messages, and in the origin of its values
   */
  public static RunRequest parse(String text, String shownName) {
    SpecFile spec = new SpecFile(shownName);
    spec.readDocument(text);
    return spec.request();
  }

  private void readDocument(String text) {
    yaml.forEachEntry(
        "the spec",
        yaml.compose(text),
        (name, node) -> {
          switch (name) {
            case TARGET -> target = new Given(yaml.scalar(name, node), origin);
            case SET -> readDriverSettings(node);
            case SCENARIOS -> readScenarios(node);
            case SWEEP -> readSweep(node);
            default -> values.put(name, new Given(text(known(name, node), node), origin));
          }
        });
    String violation = Exclusions.violation(values);
    if (!violation.isEmpty()) {
      throw new InvalidSpecException(shownName + ": " + violation);
    }
  }

  private void readDriverSettings(Node node) {
    if (node instanceof ScalarNode) { // not quoted, because it can be a secret
      throw yaml.invalid(node, SET + " must be keys with values, was a text");
    }
    yaml.forEachEntry(
        SET,
        node,
        (name, value) -> {
          String text = yaml.scalar(SET + "." + name, value);
          driverSettings.put(name, new Given(text, origin));
        });
  }

  private void readScenarios(Node node) {
    yaml.forEachEntry(
        SCENARIOS,
        node,
        (name, settings) -> {
          Map<String, Given> own = new LinkedHashMap<>();
          yaml.located(node, () -> ScenarioTexts.checkedName(name));
          yaml.forEachEntry(
              SCENARIOS + "." + name,
              settings,
              (key, value) -> {
                Setting<?> setting = yaml.located(value, () -> ScenarioTexts.setting(name, key));
                own.put(key, new Given(text(setting, value), origin));
              });
          scenarios.put(name, own);
        });
    if (scenarios.isEmpty()) {
      throw yaml.invalid(node, SCENARIOS + ": must have at least one scenario, was empty");
    }
  }

  private void readSweep(Node node) {
    if (sweep == null) {
      throw yaml.invalid(
          node,
          "sweep: must be left out of a single run, a search and a request to a server; such a"
              + " file is executed by 'plimsoll sweep --spec FILE'");
    }
    Map<String, Object> texts = new LinkedHashMap<>();
    yaml.forEachEntry(
        SWEEP, node, (name, value) -> texts.put(name, tree(SWEEP + "." + name, value)));
    sweep = yaml.located(node, () -> new SweepTexts(texts));
  }

  /** Converts a node to a text, a list of texts, or a map of both. */
  private Object tree(String name, Node node) {
    if (node instanceof MappingNode) {
      Map<String, Object> map = new LinkedHashMap<>();
      yaml.forEachEntry(
          name,
          node,
          (key, value) -> {
            String path = name + "." + key;
            map.put(
                key,
                value instanceof SequenceNode ? yaml.items(path, value) : yaml.scalar(path, value));
          });
      return map;
    }
    return node instanceof SequenceNode ? yaml.items(name, node) : yaml.scalar(name, node);
  }

  private Setting<?> known(String name, Node node) {
    return RunSettings.named(name)
        .or(() -> TuneSettings.named(name))
        .orElseThrow(
            () -> yaml.invalid(node, name + " is not a setting" + suggestion(name, knownKeys())));
  }

  private static String suggestion(String name, Collection<String> known) {
    return NearestName.nearest(name, known)
        .map(nearest -> ", did you mean '" + nearest + "'?")
        .orElse("; plimsoll schema lists the settings");
  }

  private static List<String> knownKeys() {
    return Stream.concat(
            RunSettings.all().map(Setting::name), Stream.of(TARGET, SET, SCENARIOS, SWEEP))
        .toList();
  }

  private String text(Setting<?> setting, Node node) {
    if (node instanceof MappingNode && RunSettings.isMap(setting)) {
      List<String> parts = new ArrayList<>();
      yaml.forEachEntry(
          setting.name(),
          node,
          (operation, value) -> {
            String path = setting.name() + "." + operation;
            boolean isList = value instanceof SequenceNode && RunSettings.isList(setting);
            parts.add(operation + "=" + (isList ? list(path, value) : yaml.scalar(path, value)));
          });
      return String.join(",", parts);
    }
    if (node instanceof SequenceNode list && RunSettings.isList(setting)) {
      yaml.requirePlain(node);
      return String.join(
          RunSettings.separator(setting),
          list.getValue().stream().map(item -> item(setting, item)).toList());
    }
    if (!(node instanceof ScalarNode)) {
      throw yaml.invalid(
          node,
          setting.name() + ": must be " + setting.allowed() + ", was " + SpecYaml.shown(node));
    }
    return yaml.scalar(setting.name(), node);
  }

  /** Returns the text of an item of a list. A scheduled change or an action may be a map. */
  private String item(Setting<?> setting, Node node) {
    if (!(node instanceof MappingNode) || !RunSettings.isTimed(setting)) {
      return yaml.scalar(setting.name(), node);
    }
    List<String> parts = new ArrayList<>();
    yaml.forEachEntry(
        setting.name(),
        node,
        (path, value) -> parts.add(path + "=" + word(setting.name() + "." + path, path, value)));
    return String.join(" ", parts);
  }

  /** Returns the value of a word. A command may be a list of its words. */
  private String word(String name, String path, Node value) {
    if (!ActionText.KINDS.contains(path)) {
      return yaml.scalar(name, value).replaceAll("\\s*,\\s*", ",");
    }
    if (path.equals("command") && value instanceof SequenceNode) {
      return ActionText.quoted(ActionText.line(yaml.items(name, value)));
    }
    return ActionText.quoted(yaml.scalar(name, value));
  }

  private String list(String name, Node node) {
    return String.join(",", yaml.items(name, node));
  }
}
