package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.custom.PropertySource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.EventKind;

/**
 * Tests a property source that a user has compiled, and a JDBC driver, in folders next to those of
 * drivers.
 */
class PropertySourceOfUsersTest {
  private static final String SOURCE =
      """
      package mine;

      import java.net.InetAddress;
      import java.net.Socket;
      import java.util.List;
      import java.util.Map;
      import java.util.Scanner;
      import org.plimsoll.api.custom.PropertySource;

      public final class Bridge implements PropertySource {
        public Subscription open(List<String> arguments, Listener listener) throws Exception {
          if (arguments.size() != 1) {
            throw new IllegalArgumentException("it takes a port");
          }
          if (Thread.currentThread().getContextClassLoader() != getClass().getClassLoader()) {
            throw new IllegalStateException("not its own class loader");
          }
          Socket socket =
              new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments.get(0)));
          Scanner in = new Scanner(socket.getInputStream());
          listener.says(Map.of("rate", in.next()));
          Thread.ofPlatform().daemon().start(() -> {
            while (in.hasNext()) {
              String word = in.next();
              if (Character.isDigit(word.charAt(0))) {
                listener.says(Map.of("rate", word));
              } else {
                listener.fails("the bridge is " + word);
              }
            }
          });
          return socket::close;
        }
      }
      """;

  @TempDir static Path roots;

  @BeforeAll
  static void compileAndPack() throws Exception {
    Path classes = Files.createDirectories(roots.resolve("build/classes"));
    Path source = Files.writeString(roots.resolve("build/Bridge.java"), SOURCE);
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    String path = place(PropertySource.class).toString();
    String[] options = {
      "-proc:none", "-cp", path, "-d", classes.toString(), source.toString(),
    };
    assertThat(compiler.run(null, null, null, options)).isZero();
    pack("bridge", PropertySource.class, "mine.Bridge", classes);
    Path sim = place(SimDriver.class);
    // A build with the package phase has a jar; one that only tests has the classes.
    if (Files.isDirectory(sim)) {
      pack("sim", Driver.class, SimDriver.class.getName(), sim);
    } else {
      copy(sim, "sim");
    }
    copy(place(org.postgresql.Driver.class), "postgres");
  }

  private static void copy(Path jar, String name) throws IOException {
    Files.copy(jar, Files.createDirectories(roots.resolve(name)).resolve("it.jar"));
  }

  private static Path place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void pack(String name, Class<?> service, String type, Path classes)
      throws IOException {
    Path jar = Files.createDirectories(roots.resolve(name)).resolve("it.jar");
    String below = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes.resolve(below))) {
      out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
      out.write(type.getBytes(StandardCharsets.UTF_8));
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
  }

  private static RunningRun run(String source) {
    return RunningRun.begin(
        Drivers.in(List.of(roots)), Map.of("rate", "100", "properties", source), _ -> {});
  }

  @Test
  void aCustomSourceChangesTheRateAndIsClosed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> accepted = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              Socket socket = server.accept();
              say(socket, "200");
              accepted.complete(socket);
            } catch (IOException e) {
              accepted.completeExceptionally(e);
            }
          });
      try (RunningRun run = run("custom(bridge, " + server.getLocalPort() + ")");
          Socket socket = accepted.get(60, TimeUnit.SECONDS)) {
        run.awaitEvent(EventKind.PHASE, "measure");
        say(socket, "down down 300");
        assertThat(run.awaitEvent(EventKind.WARNING, "bridge").text())
            .isEqualTo("custom bridge: the bridge is down; its last values remain in use");
        assertThat(run.awaitEvent(EventKind.WARNING, "bridge").text())
            .isEqualTo("custom bridge: can be read again");
        run.awaitRate(300);
        run.stopped();
        assertThat(socket.getInputStream().read()).as("closed").isEqualTo(-1);
      }
    }
  }

  private static void say(Socket socket, String words) throws IOException {
    socket.getOutputStream().write((words + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aCustomSourceThatCannotBeOpenedStopsTheRunBeforeAnyLoad() {
    assertThatThrownBy(() -> run("custom(bridge)"))
        .hasMessage("properties: custom bridge: it takes a port");
    assertThatThrownBy(() -> run("custom(brigde, secret-argument)"))
        .hasMessageStartingWith("properties: custom brigde: must be custom(name,…)")
        .hasMessageContaining("did you mean 'bridge'?")
        .hasMessageNotContaining("secret-argument");
  }

  @Test
  void aJdbcDriverIsLoadedFromAFolder() {
    String url = "jdbc:postgresql://127.0.0.1:1/x";
    assertThatThrownBy(() -> run("jdbc(" + url + ",limits,driver=postgres)"))
        .hasMessageStartingWith("properties: jdbc limits: ")
        .hasMessageContaining("127.0.0.1:1 refused");
    assertThatThrownBy(() -> run("jdbc(" + url + ",limits,driver=bridge)"))
        .hasMessageContaining("must be a folder with the jar of a JDBC driver");
  }
}
