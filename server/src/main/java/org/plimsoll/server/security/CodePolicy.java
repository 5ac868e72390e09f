package org.plimsoll.server.security;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The folders with classes that runs may execute, from the server's configuration.
 *
 * @param folders the allowed folders, with links resolved; empty for none
 */
public record CodePolicy(List<Path> folders) {
  /** The policy that allows no folder. */
  public static final CodePolicy NOTHING = new CodePolicy(List.of());

  public CodePolicy {
    folders = folders.stream().map(FilePolicy::real).toList();
  }

  /**
   * Checks a folder or archive before its classes are loaded.
   *
   * @throws InvalidSpecException if the file is in no allowed folder
   */
  void check(String path, String text) {
    try {
      Path folder = FilePolicy.real(Path.of(text));
      if (folders.stream().anyMatch(folder::startsWith)) {
        return;
      }
    } catch (InvalidPathException e) {
      // The text is not a path.
    }
    throw new InvalidSpecException(
        path
            + ": must be a folder of classes that this server allows (--code), was '"
            + text
            + "'");
  }
}
