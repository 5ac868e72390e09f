package org.plimsoll.settings.importing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/**
 * The settings that correspond to properties of another tool.
 *
 * @param target the URI; null if the properties do not determine it
 * @param fillOnly whether rows are written without a measurement
 * @param values run settings by name, as text
 * @param driverSettings settings of the driver by name, as text
 * @param notes the result of each property, in their order
 */
public record Imported(
    @Nullable String target,
    boolean fillOnly,
    Map<String, String> values,
    Map<String, String> driverSettings,
    List<Note> notes) {
  private static final DumpSettings QUOTES =
      DumpSettings.builder()
          .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
          .setWidth(Integer.MAX_VALUE)
          .build();

  public Imported {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    driverSettings = Collections.unmodifiableMap(new LinkedHashMap<>(driverSettings));
    notes = List.copyOf(notes);
  }

  /**
   * The result of importing a property.
   *
   * @param property the property with its value, such as {@code recordcount=1000}
   * @param taken whether the run implements the property
   * @param text the resulting settings, or the reason why it was not imported
   */
  public record Note(String property, boolean taken, String text) {
    @Override
    public String toString() {
      return property + (taken ? " became " : " was not imported: ") + text;
    }
  }

  /** Returns the settings as a layer of a run. */
  public RunRequest request(String origin) {
    return new RunRequest(
        target == null ? null : new Given(target, origin),
        given(values, origin),
        given(driverSettings, origin));
  }

  /** Returns the notes about properties that were not imported. */
  public List<Note> notTaken() {
    return notes.stream().filter(note -> !note.taken()).toList();
  }

  private static Map<String, Given> given(Map<String, String> texts, String origin) {
    Map<String, Given> given = new LinkedHashMap<>();
    texts.forEach((name, text) -> given.put(name, new Given(text, origin)));
    return given;
  }

  /**
   * Returns the settings as a spec file, with the result of each property as a comment.
   *
   * @param tool the name of the other tool
   */
  public String yaml(String tool) {
    StringBuilder yaml = new StringBuilder("# Imported from " + tool + ":\n");
    notes.forEach(note -> yaml.append("# ").append(oneLine(note.toString())).append('\n'));
    if (target != null) {
      yaml.append("target: ").append(quoted(target)).append('\n');
    }
    values.forEach(
        (name, text) -> yaml.append(name).append(": ").append(quoted(text)).append('\n'));
    if (!driverSettings.isEmpty()) {
      yaml.append("set:\n");
      driverSettings.forEach((name, text) ->
          yaml.append("  ").append(name).append(": ").append(quoted(text)).append('\n'));
    }
    return yaml.toString();
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  /** Returns a scalar in YAML, quoted unless it is a number. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9][A-Za-z0-9._/-]*")
        ? text
        : new Dump(QUOTES).dumpToString(text).strip();
  }

  /** Collects the parts of an import. */
  static final class Builder {
    final Map<String, String> values = new LinkedHashMap<>();
    final Map<String, String> driverSettings = new LinkedHashMap<>();
    final List<Note> notes = new ArrayList<>();

    Imported build(@Nullable String target, boolean fillOnly) {
      return new Imported(target, fillOnly, values, driverSettings, notes);
    }
  }
}
