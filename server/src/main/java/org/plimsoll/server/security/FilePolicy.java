package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The files that the values of a run may name: those in the allowed folders, after resolving links.
 *
 * @param folders the allowed folders; null for all files
 */
public record FilePolicy(@Nullable List<Path> folders) {
  /** The policy that allows all files. */
  public static final FilePolicy EVERYTHING = new FilePolicy(null);

  public FilePolicy {
    folders = folders == null ? null : folders.stream().map(FilePolicy::real).toList();
  }

  /**
   * Checks the file in a driver's setting, by the type of the setting.
   *
   * @throws InvalidSpecException if the value names a file that is not allowed
   */
  void check(String path, Setting<?> setting, String text) {
    if (folders != null && !text.isEmpty() && setting.reach() == Setting.Reach.FILES) {
      require(path, text);
    }
  }

  /** Checks the folder of an embedded store. */
  void check(String address) {
    if (folders != null && !address.isEmpty()) {
      require("target", address);
    }
  }

  /** Requires that a file is in one of the allowed folders. */
  void require(String name, String text) {
    List<Path> allowed = folders == null ? List.of() : folders;
    try {
      Path file = real(Path.of(text));
      if (allowed.stream().anyMatch(file::startsWith)) {
        return;
      }
    } catch (InvalidPathException e) {
      // The text is not a path.
    }
    throw new InvalidSpecException(
        name
            + ": must name a file in a folder that this server allows (--files), was '"
            + text
            + "'");
  }

  /** Returns the absolute path, with links resolved in the part that exists. */
  static Path real(Path path) {
    Path absolute = path.toAbsolutePath();
    List<Path> missing = new ArrayList<>();
    for (Path up = absolute; up != null; up = up.getParent()) {
      try {
        Path found = up.toRealPath();
        for (int i = missing.size() - 1; i >= 0; i--) {
          found = found.resolve(missing.get(i));
        }
        return found.normalize();
      } catch (IOException e) {
        if (up.getFileName() != null) {
          missing.add(up.getFileName());
        }
      }
    }
    return absolute.normalize();
  }
}
