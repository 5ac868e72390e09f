package org.plimsoll.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.settings.text.ActionText;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A parser of specs in YAML. Keys are the settings of {@link RunSettings}, {@code target}, {@code
 * set} with driver settings, and {@code scenarios} with the settings of each. Values are taken
 * literally, so that {@code 010} and {@code 1e3} mean the same in a file and on the command line.
 * Anchors, aliases and tags are refused.
 */
public final class SpecFile {
  private static final int MAX_BYTES = 1 << 20;
  private static final int BUFFER_CHARACTERS_MIN = 1_024;
  private static final String TARGET = "target";
  private static final String SET = "set";
  private static final String SCENARIOS = "scenarios";
  private static final String SWEEP = "sweep";

  private final String shownName;
  private final String origin;
  private @Nullable Given target;
  private final Map<String, Given> values = new LinkedHashMap<>();
  private final Map<String, Given> driverSettings = new LinkedHashMap<>();
  private final Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();

  /** The sweep; null in a spec that may have none. */
  private @Nullable SweepTexts sweep;

  private SpecFile(String shownName) {
    this.shownName = shownName;
    this.origin = "spec " + shownName;
  }

  /** The spec of a sweep: its run, and how it varies. */
  public record OfSweep(RunRequest run, SweepTexts sweep) {}

  /** Reads a file of at most 1 MiB. */
  public static RunRequest read(Path file) {
    SpecFile spec = new SpecFile(file.toString());
    return spec.read(file, text(file));
  }

  /**
   * Reads a file of at most 1 MiB, which may have a section {@code sweep}. Only a file on this
   * machine may have one, because it may name commands.
   */
  public static OfSweep readSweep(Path file) {
    SpecFile spec = new SpecFile(file.toString());
    spec.sweep = SweepTexts.none();
    RunRequest run = spec.read(file, text(file));
    return new OfSweep(run, Objects.requireNonNull(spec.sweep).in(file.getParent()));
  }

  private RunRequest read(Path file, String yaml) {
    readDocument(yaml);
    return FileArguments.of(file, request());
  }

  private RunRequest request() {
    return new RunRequest(target, values, driverSettings, scenarios);
  }

  private static String text(Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new InvalidSpecException(
          "spec: must be a file that can be read, was '" + file + "'", e);
    }
    if (bytes.length > MAX_BYTES) {
      throw new InvalidSpecException("spec: must be a file of at most 1 MiB, was '" + file + "'");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidSpecException("spec: must be UTF-8 text, was '" + file + "'", e);
    }
  }

  /**
   * Parses a text.
   *
   * @param shownName the name of the text in messages, and in the origin of its values
   */
  public static RunRequest parse(String yaml, String shownName) {
    SpecFile spec = new SpecFile(shownName);
    spec.readDocument(yaml);
    return spec.request();
  }

  private void readDocument(String yaml) {
    Node root = compose(yaml);
    forEachEntry(
        "the spec",
        root,
        (name, node) -> {
          switch (name) {
            case TARGET -> target = new Given(scalar(name, node), origin);
            case SET ->
                forEachEntry(
                    SET,
                    node,
                    (setting, value) ->
                        driverSettings.put(
                            setting, new Given(scalar("set." + setting, value), origin)));
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

  private void readScenarios(Node node) {
    forEachEntry(
        SCENARIOS,
        node,
        (name, settings) -> {
          Map<String, Given> own = new LinkedHashMap<>();
          located(node, () -> ScenarioTexts.checkedName(name));
          forEachEntry(
              SCENARIOS + "." + name,
              settings,
              (key, value) -> {
                Setting<?> setting = located(value, () -> ScenarioTexts.setting(name, key));
                own.put(key, new Given(text(setting, value), origin));
              });
          scenarios.put(name, own);
        });
    if (scenarios.isEmpty()) {
      throw invalid(node, SCENARIOS + ": must have at least one scenario, was empty");
    }
  }

  private void readSweep(Node node) {
    if (sweep == null) {
      throw invalid(
          node,
          "sweep: must be left out of a single run, a search and a request to a server; such a"
              + " file is executed by 'plimsoll sweep --spec FILE'");
    }
    Map<String, Object> texts = new LinkedHashMap<>();
    forEachEntry(SWEEP, node, (name, value) -> texts.put(name, tree(SWEEP + "." + name, value)));
    sweep = located(node, () -> new SweepTexts(texts));
  }

  /** A node as a text, a list of texts, or a map of both. */
  private Object tree(String name, Node node) {
    if (node instanceof MappingNode) {
      Map<String, Object> map = new LinkedHashMap<>();
      forEachEntry(
          name,
          node,
          (key, value) -> {
            String path = name + "." + key;
            map.put(key, value instanceof SequenceNode ? items(path, value) : scalar(path, value));
          });
      return map;
    }
    return node instanceof SequenceNode ? items(name, node) : scalar(name, node);
  }

  private List<String> items(String name, Node node) {
    requirePlain(node);
    return ((SequenceNode) node).getValue().stream().map(item -> scalar(name, item)).toList();
  }

  /** Adds the line to the message of an exception. */
  private <T> T located(Node node, Supplier<T> work) {
    try {
      return work.get();
    } catch (InvalidSpecException e) {
      throw invalid(node, String.valueOf(e.getMessage()));
    }
  }

  /** Rejects deeply nested collections, because parsers are recursive. */
  private void requireFlat(String yaml, LoadSettings settings) {
    int levels = 0;
    for (Event event : new Parse(settings).parseString(yaml)) {
      levels += event instanceof CollectionStartEvent ? 1 : 0;
      levels -= event instanceof CollectionEndEvent ? 1 : 0;
      if (levels > RunRequest.DEPTH_MAX) {
        throw new InvalidSpecException(
            shownName
                + ": must be keys with at most "
                + RunRequest.DEPTH_MAX
                + " levels of nesting, has more");
      }
    }
  }

  private Node compose(String yaml) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(shownName)
            .setCodePointLimit(MAX_BYTES)
            // The parser copies all that it has read of a long key whenever the buffer is used up.
            .setBufferSize(Math.max(BUFFER_CHARACTERS_MIN, yaml.length() + 1))
            .setMaxAliasesForCollections(0)
            .build();
    try {
      requireFlat(yaml, settings);
      Iterable<Node> documents = new Compose(settings).composeAllFromString(yaml);
      List<Node> roots = new ArrayList<>();
      documents.forEach(roots::add);
      if (roots.isEmpty()) {
        throw new InvalidSpecException(shownName + ": must have keys with values, was empty");
      }
      if (roots.size() > 1) {
        throw new InvalidSpecException(
            shownName + ": must be one YAML document, was " + roots.size());
      }
      return roots.getFirst();
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      String hint =
          String.valueOf(e.getProblem()).startsWith("mapping values")
              ? " (a value that ends with a colon needs quotes: \"sim:\")"
              : "";
      throw new InvalidSpecException(
          shownName + line + ": must be valid YAML: " + e.getProblem() + hint, e);
    } catch (YamlEngineException e) {
      throw new InvalidSpecException(shownName + ": must be valid YAML: " + e.getMessage(), e);
    }
  }

  private void forEachEntry(String what, Node node, BiConsumer<String, Node> action) {
    requirePlain(node);
    if (!(node instanceof MappingNode mapping)) {
      boolean maySecret = what.equals(SET) && node instanceof ScalarNode;
      throw invalid(
          node, what + " must be keys with values, was " + (maySecret ? "a text" : shown(node)));
    }
    Set<String> seen = new HashSet<>();
    for (NodeTuple entry : mapping.getValue()) {
      requirePlain(entry.getKeyNode());
      requirePlain(entry.getValueNode());
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw invalid(node, what + " must have plain words as keys");
      }
      if (!seen.add(key.getValue())) {
        throw invalid(key, key.getValue() + ": must be given once, was given twice");
      }
      action.accept(key.getValue(), entry.getValueNode());
    }
  }

  private Setting<?> known(String name, Node node) {
    return RunSettings.named(name)
        .or(() -> TuneSettings.named(name))
        .orElseThrow(
            () -> invalid(node, name + " is not a setting" + suggestion(name, knownKeys())));
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
      forEachEntry(
          setting.name(),
          node,
          (operation, value) -> {
            String path = setting.name() + "." + operation;
            boolean isList = value instanceof SequenceNode && RunSettings.isList(setting);
            parts.add(operation + "=" + (isList ? list(path, value) : scalar(path, value)));
          });
      return String.join(",", parts);
    }
    if (node instanceof SequenceNode list && RunSettings.isList(setting)) {
      requirePlain(node);
      return String.join(
          RunSettings.separator(setting),
          list.getValue().stream().map(item -> item(setting, item)).toList());
    }
    if (!(node instanceof ScalarNode)) {
      throw invalid(
          node, setting.name() + ": must be " + setting.allowed() + ", was " + shown(node));
    }
    return scalar(setting.name(), node);
  }

  /** The text of an item of a list; a scheduled change and an action may be maps. */
  private String item(Setting<?> setting, Node node) {
    if (!(node instanceof MappingNode) || !RunSettings.isTimed(setting)) {
      return scalar(setting.name(), node);
    }
    List<String> parts = new ArrayList<>();
    forEachEntry(
        setting.name(),
        node,
        (path, value) -> parts.add(path + "=" + word(setting.name() + "." + path, path, value)));
    return String.join(" ", parts);
  }

  /** The value of a word; a command may be a list of its words. */
  private String word(String name, String path, Node value) {
    if (!ActionText.KINDS.contains(path)) {
      return scalar(name, value).replaceAll("\\s*,\\s*", ",");
    }
    if (path.equals("command") && value instanceof SequenceNode list) {
      requirePlain(value);
      List<String> words = list.getValue().stream().map(item -> scalar(name, item)).toList();
      return ActionText.quoted(ActionText.line(words));
    }
    return ActionText.quoted(scalar(name, value));
  }

  private String list(String name, Node node) {
    requirePlain(node);
    return String.join(",", items(name, node));
  }

  private String scalar(String name, Node node) {
    requirePlain(node);
    if (!(node instanceof ScalarNode scalar)) {
      throw invalid(node, name + ": must be a single value, was " + shown(node));
    }
    if (scalar.getValue().isEmpty() && scalar.isPlain()) {
      throw invalid(node, name + ": must have a value, was empty");
    }
    return scalar.getValue();
  }

  private void requirePlain(Node node) {
    if (node.getAnchor().isPresent() || node.isRecursive()) {
      throw invalid(node, "anchors and aliases are not allowed, was '&" + anchor(node) + "'");
    }
  }

  private static String anchor(Node node) {
    return node.getAnchor().map(Object::toString).orElse("");
  }

  private static String shown(Node node) {
    return switch (node) {
      case MappingNode _ -> "a map";
      case SequenceNode _ -> "a list";
      case ScalarNode scalar -> "'" + scalar.getValue() + "'";
      default -> "something else";
    };
  }

  private InvalidSpecException invalid(Node node, String sentence) {
    Optional<Integer> line = node.getStartMark().map(mark -> mark.getLine() + 1);
    return new InvalidSpecException(
        shownName + line.map(number -> ":" + number).orElse("") + ": " + sentence);
  }
}
