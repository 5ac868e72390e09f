package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Which files of the server's machine values may name: those below some folders, links followed.
 *
 * @param folders null for all files
 */
public record FilePolicy(@Nullable List<Path> folders) {
  /** All files. */
  public static final FilePolicy EVERYTHING = new FilePolicy(null);

  private static final Pattern CALL = Pattern.compile("(?:csv|trace|keys|histogram|file)\\s*\\(");
  private static final Pattern NAMES_FILE =
      Pattern.compile("\\b(?:files?|folders?|director(?:y|ies)|paths?|PEM)\\b");

  public FilePolicy {
    folders = folders == null ? null : folders.stream().map(FilePolicy::real).toList();
  }

  /**
   * Looks at the text of a run's setting. Where a file's name ends is the reader's to say, so that
   * each place where it may end is looked at.
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
   * Looks at the text of a driver's setting, whose description says when it is a file.
   *
   * @throws InvalidSpecException when it names a file that is not allowed
   */
  void check(String path, Setting<?> setting, String text) {
    boolean isFile =
        setting.kind() == Setting.Kind.TEXT
            && NAMES_FILE.matcher(setting.description() + " " + setting.allowed()).find();
    if (folders != null && isFile && !text.isEmpty()) {
      require(path, text);
    }
  }

  /** Looks at where an embedded store has its files. */
  void check(String address) {
    if (folders != null && !address.isEmpty()) {
      require("target", address);
    }
  }

  /** Makes sure that a file is in one of the folders. */
  void require(String name, String text) {
    List<Path> allowed = folders == null ? List.of() : folders;
    try {
      Path file = real(Path.of(text));
      if (allowed.stream().anyMatch(file::startsWith)) {
        return;
      }
    } catch (InvalidPathException e) {
      // It is no file at all.
    }
    throw new InvalidSpecException(
        name
            + ": must name a file in a folder that this server allows (--files), was '"
            + text
            + "'");
  }

  /** With links followed as far as there are files. */
  private static Path real(Path path) {
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
