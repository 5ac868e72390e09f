package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;

/** The tags and notes that users give a run, in {@code labels.json} of its folder. */
public record Labels(List<String> tags, String notes) {
  public static final Labels NONE = new Labels(List.of(), "");

  private static final String FILE = "labels.json";

  public Labels {
    tags = tags == null ? List.of() : List.copyOf(tags);
    notes = notes == null ? "" : notes;
  }

  /** Reads the labels of a folder; {@link #NONE} when they are absent or unreadable. */
  public static Labels in(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return Files.exists(file)
          ? ResultJson.mapper().readValue(Files.readString(file), Labels.class)
          : NONE;
    } catch (IOException | JacksonException e) {
      return NONE;
    }
  }

  /**
   * Writes the labels into a folder.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path folder) throws IOException {
    WholeFile.write(folder.resolve(FILE), ResultJson.mapper().writeValueAsString(this));
  }
}
