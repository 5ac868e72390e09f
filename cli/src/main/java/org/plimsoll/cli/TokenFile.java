package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plimsoll.report.folder.PrivateFiles;

/**
 * The file with the token of a server, for scripts of the same user: {@code token} in the folder of
 * the runs, with mode 0600. It exists as long as the server runs.
 */
final class TokenFile implements AutoCloseable {
  static final String NAME = "token";

  private final Path file;

  private TokenFile(Path file) {
    this.file = file;
  }

  /** Writes the file with its mode. Replaces a file that a killed server has left behind. */
  static TokenFile of(Path folder, String token) throws IOException {
    Path file = folder.resolve(NAME);
    Files.deleteIfExists(file);
    PrivateFiles.createFolders(folder);
    PrivateFiles.createFile(file);
    Files.writeString(file, token + "\n");
    return new TokenFile(file);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
