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
 * A folder's lock of the process that writes there. It is a lock of the operating system on the
 * file {@value #FILE}, so it ends with its process, however that ends. Thread-safe.
 */
public final class Lease implements Closeable {
  /** The name of the file, which stays when its lease ends. */
  public static final String FILE = ".lease";

  /**
   * The leases of this process and their holders. POSIX ends the lock of a file as soon as its
   * process closes it once, so a process must not open the files of its own leases again.
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
   * @return empty when another process has it, or this one
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

  /** The holder of a folder's lease; empty when nobody holds it. */
  public static Optional<String> holder(Path folder) throws IOException {
    Path file = file(folder);
    String ours = OURS.get(file);
    if (ours != null) {
      return Optional.of(ours);
    }
    // A shared lock needs no right to write, so that runs on a read-only disk can be listed.
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
