package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Specs that are saved by name, stored in {@code templates.json} in the folder that contains the
 * run folders. Thread-safe.
 */
public final class Templates {
  private static final String FILE = "templates.json";

  private final Path folder;

  /** The content of the file. */
  private record Page(List<Template> templates) {
    Page {
      templates = templates == null ? List.of() : List.copyOf(templates);
    }
  }

  /**
   * A spec with its name.
   *
   * @param savedAt time of saving, in ISO 8601 format
   * @param who name of the caller who saved it
   * @param spec spec in the form of {@code POST /runs}
   */
  public record Template(String name, String savedAt, String who, JsonNode spec) {}

  /**
   * @param folder folder that contains the run folders
   */
  public Templates(Path folder) {
    this.folder = folder;
  }

  /** Returns all templates by name. */
  public synchronized List<Template> all() throws IOException {
    return List.copyOf(read().values());
  }

  /** Saves a template, and replaces one with the same name. */
  public synchronized void put(Template template) throws IOException {
    Map<String, Template> next = read();
    next.put(template.name(), template);
    write(next);
  }

  /** Deletes a template; false if there is none with this name. */
  public synchronized boolean remove(String name) throws IOException {
    Map<String, Template> next = read();
    boolean isRemoved = next.remove(name) != null;
    if (isRemoved) {
      write(next);
    }
    return isRemoved;
  }

  private Map<String, Template> read() throws IOException {
    Map<String, Template> byName = new TreeMap<>();
    JsonFile.read(folder.resolve(FILE), Page.class, new Page(List.of()))
        .templates()
        .forEach(each -> byName.put(each.name(), each));
    return byName;
  }

  private void write(Map<String, Template> byName) throws IOException {
    JsonFile.write(folder.resolve(FILE), new Page(List.copyOf(byName.values())));
  }
}
