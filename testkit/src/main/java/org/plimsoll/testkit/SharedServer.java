package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A server that takes long to start, one for all test classes of a module, and the temporary folder
 * that it works in.
 *
 * @param <S> the server
 */
public record SharedServer<S extends AutoCloseable>(S server, Path folder)
    implements AutoCloseable {
  /** How it is started. */
  @FunctionalInterface
  public interface Start<S> {
    S in(Path folder) throws Exception;
  }

  /**
   * The one of this owner: the first test class that asks starts it, and it ends with the last.
   *
   * @param context of the extension that asks, in its {@code beforeAll}
   */
  @SuppressWarnings("unchecked") // an owner has one server
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
