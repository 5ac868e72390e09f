package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of a folder, held by the process that writes to it. It is an operating system lock on
 * the file {@value #FILE}, so it always ends with its process. Thread-safe.
 */
public final class Lease implements Closeable {
  /** The name of the lock file, which is not deleted when the lease ends. */
  public static final String FILE = ".lease";

  /**
   * The leases of this process and their holders. POSIX releases the lock of a file as soon as its
   * process closes the file anywhere. A process must therefore not open the files of its own leases
   * again.
   */
  private static final Map<Path, String> OURS = new ConcurrentHashMap<>();

  private final Path file;
  private final FileChannel channel;

  private Lease(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lease of an existing folder.
   *
   * @param holder a description of this process for others
   * @return the lease; empty if another process or this process has it
   */
  public static Optional<Lease> take(Path folder, String holder) throws IOException {
    Path file = file(folder);
    if (OURS.putIfAbsent(file, holder) != null) {
      return Optional.empty();
    }
    FileChannel channel = null;
    Lease lease = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
        lease = new Lease(file, channel);
      }
      return Optional.ofNullable(lease);
    } finally {
      if (lease == null) {
        OURS.remove(file);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  /** Returns the holder of a folder's lease; empty when nobody holds it. */
  public static Optional<String> holder(Path folder) throws IOException {
    Path file = file(folder);
    String ours = OURS.get(file);
    if (ours != null) {
      return Optional.of(ours);
    }
    // A shared lock needs no permission to write, so that runs on a read-only disk can be listed.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      return lock == null ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Path file(Path folder) throws IOException {
    return folder.toRealPath().resolve(FILE);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      OURS.remove(file);
    }
  }
}
