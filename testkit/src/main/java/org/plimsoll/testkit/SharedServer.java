package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A server that starts slowly and is shared by all test classes of a module, with its temporary
 * folder.
 *
 * @param <S> the type of the server
 */
public record SharedServer<S extends AutoCloseable>(S server, Path folder)
    implements AutoCloseable {
  /** Starts the server. */
  @FunctionalInterface
  public interface Start<S> {
    S in(Path folder) throws Exception;
  }

  /**
   * Returns the server of an owner. The first test class that calls this method starts the server,
   * and the end of the last one stops it.
   *
   * @param context the context of the calling extension, in its {@code beforeAll}
   */
  @SuppressWarnings("unchecked") // An owner has one server.
  public static <S extends AutoCloseable> SharedServer<S> of(
      ExtensionContext context, Class<?> owner, Start<S> start) {
    return context
        .getRoot()
        .getStore(Namespace.create(owner))
        .computeIfAbsent("server", _ -> started(owner, start), SharedServer.class);
  }

  private static <S extends AutoCloseable> SharedServer<S> started(Class<?> owner, Start<S> start) {
    try {
      Path folder = Files.createTempDirectory(owner.getSimpleName());
      return new SharedServer<>(start.in(folder), folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(owner.getSimpleName() + " does not start", e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
    } catch (Exception e) {
      throw new IOException(server + " does not end", e);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
