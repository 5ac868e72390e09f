package org.plimsoll.settings.source;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.NamedFile;
import org.plimsoll.engine.clock.Polled;

/**
 * A file that is read again when it changes. Its folder is watched, because files are often
 * replaced by renaming. The file is also read every second, for file systems without notifications.
 * New content is used after two equal reads, so that an incomplete file is not used.
 *
 * @param <T> type of the parsed contents
 */
public final class WatchedFile<T> implements Polled<T> {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path file;
  private final int maxBytes;
  private final Contents<T> contents;
  private byte @Nullable [] taken;
  private byte @Nullable [] settling;
  private @Nullable T parsed;
  private volatile @Nullable WatchService watcher;

  /** Parses the contents of a file. */
  @FunctionalInterface
  public interface Contents<T> {
    /**
     * Parses contents.
     *
     * @throws Exception if the contents are not valid; the message is a sentence
     */
    T parse(byte[] bytes) throws Exception;
  }

  /** Creates a reader for the file with this path. Nothing is opened yet. */
  public WatchedFile(String path, int maxBytes, Contents<T> contents) {
    file = Path.of(path);
    this.maxBytes = maxBytes;
    this.contents = contents;
  }

  @Override
  public T read() throws Exception {
    byte[] bytes = bytes();
    T current = parsed;
    if (current != null && Arrays.equals(bytes, taken)) {
      settling = null;
    } else if (current == null || Arrays.equals(bytes, settling)) {
      current = contents.parse(bytes);
      parsed = current;
      taken = bytes;
      settling = null;
    } else {
      settling = bytes;
    }
    return current;
  }

  private byte[] bytes() throws IOException {
    try {
      return NamedFile.bytes(file, maxBytes);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    } catch (NamedFile.UnusableException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("the file cannot be read", e);
    }
  }

  @Override
  public long waitNanos() {
    return settling == null ? PERIOD_NANOS : SETTLING_NANOS;
  }

  @Override
  public void watch(Runnable changed) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    try {
      WatchService service = folder.getFileSystem().newWatchService();
      watcher = service;
      WatchKey _ =
          folder.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
      Thread.ofVirtual().name("plimsoll-watch").start(() -> await(service, changed));
    } catch (IOException | UnsupportedOperationException e) {
      // The file is also read every second.
      close();
    }
  }

  private static void await(WatchService service, Runnable changed) {
    try {
      boolean isValid = true;
      while (isValid) {
        WatchKey key = service.take();
        key.pollEvents();
        changed.run();
        isValid = key.reset();
      }
    } catch (ClosedWatchServiceException e) {
      // The run has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    WatchService service = watcher;
    if (service != null) {
      try {
        service.close();
      } catch (IOException e) {
        // A failure has no effect on anything else.
      }
    }
  }
}
