package org.plimsoll.fleet.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files that only their owner can read, if the file system supports this. */
final class PrivateFile {
  /** The mode of a private folder. */
  static final FileAttribute<?>[] FOLDER = only("rwx------");

  private PrivateFile() {}

  /** Creates a file with mode 0600. The file must not exist. */
  static void write(Path file, byte[] bytes) throws IOException {
    try (SeekableByteChannel out =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            only("rw-------"))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    }
  }

  private static FileAttribute<?>[] only(String permissions) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[] {};
  }
}
