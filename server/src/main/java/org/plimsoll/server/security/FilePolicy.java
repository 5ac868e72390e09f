package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The files that values of a run may name: those in the allowed folders, after links are resolved.
 *
 * @param folders the allowed folders; null for all files
 */
public record FilePolicy(@Nullable List<Path> folders) {
  /** A policy that allows all files. */
  public static final FilePolicy EVERYTHING = new FilePolicy(null);

  private static final Pattern CALL = Pattern.compile("(?:csv|trace|keys|histogram|file)\\s*\\(");

  public FilePolicy {
    folders = folders == null ? null : folders.stream().map(FilePolicy::real).toList();
  }

  /**
   * Checks the files that the text of a run's setting names. The parser of the setting decides
   * where a file name ends, so that every possible end is checked.
   *
   * @throws InvalidSpecException when it names a file that is not allowed
   */
  void check(String path, String name, String text) {
    if (folders == null) {
      return;
    }
    if (name.equals("history")) {
      require(path, text);
    }
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      for (int end = call.end(); end < text.length(); end++) {
        if (text.charAt(end) == ',' || text.charAt(end) == ')') {
          require(path, text.substring(call.end(), end).strip());
        }
      }
    }
  }

  /**
   * Checks the files that a driver's setting names, by its type.
   *
   * @throws InvalidSpecException when it names a file that is not allowed
   */
  void check(String path, Setting<?> setting, String text) {
    if (folders == null || text.isEmpty()) {
      return;
    }
    if (setting.reach() == Setting.Reach.FILES) {
      require(path, text);
    }
    if (setting.kind() == Setting.Kind.DISTRIBUTION) {
      named(text).forEach(file -> require(path, file));
    }
  }

  private static List<String> named(String distribution) {
    try {
      return DistributionText.files(distribution);
    } catch (IllegalArgumentException e) {
      return List.of(); // it has no form of a distribution, so its parser opens nothing
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
      // It is not a path.
    }
    throw new InvalidSpecException(
        name
            + ": must name a file in a folder that this server allows (--files), was '"
            + text
            + "'");
  }

  /** The absolute path, with the links of its existing part resolved. */
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
