package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Creates folders and files that only their owner can read, if the file system supports
 * permissions.
 */
public final class PrivateFiles {
  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";
  private static final FileAttribute<?>[] NONE = {};

  private PrivateFiles() {}

  /** Creates a folder and its parents, unless they exist, with mode 0700. */
  public static void createFolders(Path folder) throws IOException {
    // An audit log calls this for each request, and an exception for an existing folder costs more
    // than this check.
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, only(folder, FOLDER));
    }
  }

  /** Creates an empty file with mode 0600, unless it exists. */
  public static void createFile(Path file) throws IOException {
    if (Files.exists(file)) {
      return; // an existing file keeps its mode
    }
    try {
      Files.createFile(file, only(file, FILE));
    } catch (FileAlreadyExistsException e) {
      // Another thread or process has created it in the meantime.
    }
  }

  private static FileAttribute<?>[] only(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : NONE;
  }
}
