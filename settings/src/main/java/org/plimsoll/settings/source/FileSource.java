package org.plimsoll.settings.source;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.NamedFile;
import org.plimsoll.settings.PropertyTexts;

/**
 * A file that is read again when it changes. Its folder is watched, because files are replaced by
 * renaming; the file is also read every second, for file systems without notifications. New
 * contents count after two equal reads, so that a half-written file is not used. The values of a
 * file that disappears remain in force.
 */
final class FileSource implements Polled {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path file;
  private final boolean isYaml;
  private byte @Nullable [] taken;
  private byte @Nullable [] settling;
  private Map<String, String> texts = Map.of();
  private volatile @Nullable WatchService watcher;

  FileSource(String path) {
    file = Path.of(path);
    isYaml = PropertyTexts.isYaml(path);
  }

  @Override
  public Map<String, String> read() throws IOException {
    byte[] bytes = bytes();
    if (Arrays.equals(bytes, taken)) {
      settling = null;
    } else if (taken == null || Arrays.equals(bytes, settling)) {
      texts = PropertyTexts.parse(bytes, String.valueOf(file.getFileName()), isYaml);
      taken = bytes;
      settling = null;
    } else {
      settling = bytes;
    }
    return texts;
  }

  private byte[] bytes() throws IOException {
    try {
      return NamedFile.bytes(file, PropertyTexts.MAX_BYTES);
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
      // The file is read every second in any case.
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
        // Nothing else depends on it.
      }
    }
  }
}
