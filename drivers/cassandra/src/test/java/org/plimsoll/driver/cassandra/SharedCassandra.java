package org.plimsoll.driver.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.RealServer;

/**
 * One server for all test classes, as it takes eleven seconds to start. It asks for a password, and
 * takes clients with TLS and without.
 */
final class SharedCassandra implements BeforeAllCallback {
  static final Map<String, String> CREDENTIALS =
      Map.of("user", CassandraServer.USER, "password", CassandraServer.PASSWORD);

  private static final String STORE_PASSWORD = "store-pass";
  private static volatile @Nullable Running running;

  private record Running(CassandraServer server, Path folder) implements AutoCloseable {
    static Running start() {
      try {
        Path folder = Files.createTempDirectory("plimsoll-cassandra");
        makeCertificate(folder);
        return new Running(
            CassandraServer.start(
                Path.of("../.."),
                folder,
                CassandraServer.Node.alone(
                    "authenticator: PasswordAuthenticator",
                    "authorizer: CassandraAuthorizer",
                    "client_encryption_options: {enabled: true, optional: true, keystore: "
                        + folder.resolve("store.p12")
                        + ", store_type: PKCS12, keystore_password: "
                        + STORE_PASSWORD
                        + "}")),
            folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(Namespace.create(SharedCassandra.class))
            .computeIfAbsent("server", _ -> Running.start(), Running.class);
  }

  private static Running running() {
    return Objects.requireNonNull(running);
  }

  static RealServer server() {
    return running().server().server();
  }

  static String address() {
    return running().server().address();
  }

  /** The server's certificate, which nobody has signed. */
  static Path certificate() {
    return running().folder().resolve("cert.pem");
  }

  private static void makeCertificate(Path folder) throws IOException, InterruptedException {
    String store = folder.resolve("store.p12").toString();
    List<String> common = List.of("-keystore", store, "-storepass", STORE_PASSWORD);
    keytool(
        folder,
        common,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-storetype",
        "PKCS12",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=ip:127.0.0.1",
        "-alias",
        "node");
    keytool(
        folder,
        common,
        "-exportcert",
        "-rfc",
        "-alias",
        "node",
        "-file",
        folder.resolve("cert.pem").toString());
  }

  private static void keytool(Path folder, List<String> common, String... arguments)
      throws IOException, InterruptedException {
    Path log = folder.resolve("keytool.log");
    int exit =
        new ProcessBuilder(
                Stream.of(
                        List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool").toString()),
                        List.of(arguments),
                        common)
                    .flatMap(List::stream)
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException("keytool failed:\n" + Files.readString(log));
    }
  }
}
