package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Role;

/**
 * A fixed list of tokens, each with a name and a role. Only digests are stored. Tokens are long and
 * random, so one round of SHA-256 is sufficient. Each lookup compares all digests, so that its
 * timing reveals nothing.
 */
public final class Tokens implements Credentials {
  private static final String HASH = "sha256:";
  private static final int CHARACTERS_MIN = 16;
  private static final int GENERATED_BYTES = 32;
  private static final long FILE_BYTES_MAX = 1 << 20;
  private static final String LINE =
      "lines of role (viewer, operator or admin), name, and a token of at least 16 characters or"
          + " sha256: and its digest in hex";

  private final List<Entry> entries;

  private record Entry(Caller caller, String hex) {}

  private Tokens(List<Entry> entries) {
    this.entries = entries;
  }

  /** Creates a list with one token. */
  public static Tokens of(Role role, String name, String token) {
    return new Tokens(List.of(new Entry(new Caller(name, role), hex(token))));
  }

  /** Generates a token of 256 random bits. */
  public static String generate() {
    byte[] bytes = new byte[GENERATED_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a file of tokens. Blank lines and lines that start with # are skipped.
   *
   * @throws InvalidSpecException if the file is invalid; the message does not quote tokens
   */
  public static Tokens read(Path file) {
    List<String> lines;
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new InvalidSpecException("--token-file: must be at most 1 MiB, was '" + file + "'");
      }
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new InvalidSpecException(
          "--token-file: must be a text file that can be read, was '" + file + "'", e);
    }
    List<Entry> entries = new ArrayList<>();
    boolean holdsTokens = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      entries.add(entry(line, file + ":" + (i + 1)));
      holdsTokens |= !line.contains(HASH);
    }
    if (entries.isEmpty()) {
      throw new InvalidSpecException(
          "--token-file: must have " + LINE + ", was empty: '" + file + "'");
    }
    if (holdsTokens && isReadByOthers(file)) {
      throw new InvalidSpecException(
          "--token-file: must be readable by its owner only (chmod 600), as it contains tokens"
              + " and not digests, was '"
              + file
              + "'");
    }
    return new Tokens(List.copyOf(entries));
  }

  private static Entry entry(String line, String place) {
    String[] words = line.split("\\s+", -1);
    if (words.length == 3) {
      Optional<Role> role = role(words[0]);
      Optional<String> digest = digestOf(words[2]);
      if (role.isPresent() && digest.isPresent()) {
        return new Entry(new Caller(words[1], role.get()), digest.get());
      }
    }
    throw new InvalidSpecException("--token-file: must have " + LINE + ", did not at " + place);
  }

  private static Optional<String> digestOf(String word) {
    if (!word.startsWith(HASH)) {
      return word.length() < CHARACTERS_MIN ? Optional.empty() : Optional.of(hex(word));
    }
    String hex = word.substring(HASH.length());
    return hex.matches("[0-9a-fA-F]{64}")
        ? Optional.of(hex.toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** Returns the role with a name; empty if a caller cannot have it. */
  static Optional<Role> role(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "viewer" -> Optional.of(Role.VIEWER);
      case "operator" -> Optional.of(Role.OPERATOR);
      case "admin" -> Optional.of(Role.ADMIN);
      default -> Optional.empty();
    };
  }

  private static boolean isReadByOthers(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.GROUP_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // a file system without POSIX permissions
    }
  }

  /** Returns the SHA-256 digest of a token in hexadecimal. */
  static String hex(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String kind() {
    return "token";
  }

  @Override
  public Optional<Known> whose(String token) {
    byte[] shown = hex(token).getBytes(StandardCharsets.US_ASCII);
    Entry found = null;
    for (Entry entry : entries) {
      if (MessageDigest.isEqual(entry.hex().getBytes(StandardCharsets.US_ASCII), shown)) {
        found = entry;
      }
    }
    return found == null ? Optional.empty() : Optional.of(new Known(found.caller(), Instant.MAX));
  }
}
