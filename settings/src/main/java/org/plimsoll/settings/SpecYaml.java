package org.plimsoll.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.plimsoll.engine.spec.InvalidSpecException;
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
 * A reader of one YAML document without anchors and aliases. It does not know the keys of a spec,
 * which {@code SpecFile} interprets. Each message starts with the shown name of the document and
 * the line.
 */
final class SpecYaml {
  private static final int MAX_BYTES = 1 << 20;
  private static final int BUFFER_CHARACTERS_MIN = 1_024;

  private final String shownName;

  /** Creates a reader of a document. Messages start with its name. */
  SpecYaml(String shownName) {
    this.shownName = shownName;
  }

  /** Reads a file of at most 1 MiB. */
  static String text(Path file) {
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

  /** Parses a text, which must be one YAML document, and returns its root. */
  Node compose(String yaml) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(shownName)
            .setCodePointLimit(MAX_BYTES)
            // When its buffer is full, the parser copies everything that it has read of a long key.
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

  /** Calls an action for each key and its value. Keys are words, and each is given once. */
  void forEachEntry(String what, Node node, BiConsumer<String, Node> action) {
    requirePlain(node);
    if (!(node instanceof MappingNode mapping)) {
      throw invalid(node, what + " must be keys with values, was " + shown(node));
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

  /** Returns the text of a single value that is not empty. */
  String scalar(String name, Node node) {
    requirePlain(node);
    if (!(node instanceof ScalarNode scalar)) {
      throw invalid(node, name + ": must be a single value, was " + shown(node));
    }
    if (scalar.getValue().isEmpty() && scalar.isPlain()) {
      throw invalid(node, name + ": must have a value, was empty");
    }
    return scalar.getValue();
  }

  /** Returns the texts of a list of single values. */
  List<String> items(String name, Node node) {
    requirePlain(node);
    return ((SequenceNode) node).getValue().stream().map(item -> scalar(name, item)).toList();
  }

  /** Adds the line number to the message of an exception. */
  <T> T located(Node node, Supplier<T> work) {
    try {
      return work.get();
    } catch (InvalidSpecException e) {
      throw invalid(node, String.valueOf(e.getMessage()));
    }
  }

  /** Rejects anchors and aliases. */
  void requirePlain(Node node) {
    if (node.getAnchor().isPresent() || node.isRecursive()) {
      throw invalid(node, "anchors and aliases are not allowed, was '&" + anchor(node) + "'");
    }
  }

  private static String anchor(Node node) {
    return node.getAnchor().map(Object::toString).orElse("");
  }

  /** Describes a node in a message. A single value is quoted. */
  static String shown(Node node) {
    return switch (node) {
      case MappingNode _ -> "a map";
      case SequenceNode _ -> "a list";
      case ScalarNode scalar -> "'" + scalar.getValue() + "'";
      default -> "something else";
    };
  }

  /** Returns an exception with the line of a node. */
  InvalidSpecException invalid(Node node, String sentence) {
    Optional<Integer> line = node.getStartMark().map(mark -> mark.getLine() + 1);
    return new InvalidSpecException(
        shownName + line.map(number -> ":" + number).orElse("") + ": " + sentence);
  }
}
