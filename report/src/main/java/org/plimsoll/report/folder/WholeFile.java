package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces files so that a reader sees either the old or the new content. */
public final class WholeFile {
  private static final String DRAFT = ".tmp";

  private WholeFile() {}

  /**
   * Writes a draft beside the file, and renames it.
   *
   * @throws IOException if the draft cannot be written; the old file then remains
   */
  public static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + DRAFT);
    try {
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft); // part of the file, if the disk is full
    }
  }

  /** Whether a file is a draft, which may disappear at any time. */
  public static boolean isDraft(Path file) {
    return file.toString().endsWith(DRAFT);
  }
}
