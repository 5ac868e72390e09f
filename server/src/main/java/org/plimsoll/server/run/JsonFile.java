package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.WholeFile;
import tools.jackson.core.JacksonException;

/** A small JSON file that is replaced as a whole. */
final class JsonFile {
  private JsonFile() {}

  /**
   * Reads a file.
   *
   * @param absent value to return if there is no file
   * @throws IOException if the file cannot be read, so that it is not replaced by an empty one
   */
  static <T> T read(Path file, Class<T> type, T absent) throws IOException {
    if (!Files.exists(file)) {
      return absent;
    }
    try {
      return ResultJson.mapper().readValue(Files.readString(file), type);
    } catch (JacksonException e) {
      throw new IOException("Cannot read " + file + ": " + e.getOriginalMessage(), e);
    }
  }

  /** Writes a file so that a reader sees either the old or the new content. */
  static void write(Path file, Object value) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    WholeFile.write(file, ResultJson.mapper().writeValueAsString(value));
  }
}
