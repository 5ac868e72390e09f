package org.plimsoll.api.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;

/**
 * The folder of a store, locked for one run. Some engines allow a second run of this process to
 * open the same files, and then damage them.
 */
final class StoreFolder implements AutoCloseable {
  private static final String LOCK = "plimsoll.lock";

  private final String driver;
  private final Path path;
  private final boolean temporary;
  private final FileChannel lock;

  private StoreFolder(String driver, Path path, boolean temporary, FileChannel lock) {
    this.driver = driver;
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
  }

  /**
   * Creates the folder of a target if it is missing, and locks it.
   *
   * @param isStoreFile whether a file of this name identifies a store
   * @throws IOException if the folder cannot be used; the message is one sentence with the reason
   */
  static StoreFolder of(String driver, DriverContext context, Predicate<String> isStoreFile)
      throws IOException {
    String address = context.address();
    boolean temporary = address.isEmpty();
    String text = address.startsWith("//") ? address.substring(2) : address;
    Path path =
        temporary
            ? context.temporaryFolder().resolve(driver)
            : Path.of(text).toAbsolutePath().normalize();
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new IOException(driver + ": " + path + " is a file, not the folder of a store");
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new IOException(driver + ": cannot create the folder " + path + ": " + e, e);
    }
    if (!Files.isReadable(path) || !Files.isWritable(path)) {
      throw new IOException(driver + ": no permission to read and write the folder " + path);
    }
    List<String> files = names(path);
    if (!files.isEmpty() && files.stream().noneMatch(isStoreFile)) {
      throw new IOException(
          "%s: %s contains other files and no store of %s; use an empty folder"
              .formatted(driver, path, driver));
    }
    return new StoreFolder(driver, path, temporary, locked(driver, path));
  }

  private static FileChannel locked(String driver, Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Another run of this process has locked it.
    }
    channel.close();
    throw inUse(driver, path, null);
  }

  private static IOException inUse(String driver, Path path, @Nullable Throwable cause) {
    return new IOException(driver + ": the store in " + path + " is in use", cause);
  }

  Path path() {
    return path;
  }

  /** Returns the path for the report. */
  String shown() {
    return temporary ? "temporary" : path.toString();
  }

  IOException inUse(Throwable cause) {
    return inUse(driver, path, cause);
  }

  /**
   * Creates the exception for a failure that concerns the folder.
   *
   * @param what the message, with {@code %s} for the path
   */
  IOException failure(String what, Throwable cause) {
    return new IOException(
        driver + ": " + what.formatted(path) + ": " + Outcome.sentenceOf(cause), cause);
  }

  /** Returns the size of all files in bytes. The engine may delete files in the meantime. */
  long bytes() throws IOException {
    long[] bytes = {0};
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return bytes[0];
  }

  /** Releases the folder, and deletes it if it is temporary. */
  @Override
  public void close() throws IOException {
    lock.close();
    if (temporary) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.deleteIfExists(file);
        }
      } catch (UncheckedIOException e) {
        throw new IOException(driver + ": cannot delete " + path, e);
      }
    }
  }

  private static List<String> names(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !name.equals(LOCK))
          .toList();
    }
  }
}
