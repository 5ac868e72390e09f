package org.plimsoll.fleet.cluster;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A node in a process of its own on 127.0.0.x, which tests ask, stop and kill. */
final class NodeProcess implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String name;
  private final Process process;
  private final Writer in;
  private final BufferedReader out;

  private NodeProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.in = process.outputWriter();
    this.out = process.inputReader();
  }

  static NodeProcess start(String name, NodeAddress address, Path certificates, String... seeds)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), NodeMain.class.getName()));
    command.addAll(List.of(name, address.toString(), certificates.toString()));
    command.addAll(List.of(seeds));
    return new NodeProcess(
        name, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Sends a line, and returns the answer. */
  String ask(String line) {
    try {
      in.write(line + "\n");
      in.flush();
      String answer = out.readLine();
      if (answer == null) {
        throw new IllegalStateException("node " + name + " has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the view of this node is this one. */
  void awaitView(String view) {
    awaitView(view::equals, view);
  }

  void awaitView(Predicate<String> isExpected, String description) {
    await()
        .alias(name + " sees " + description)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> ask("view"), isExpected);
  }

  /** Sends SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Sends SIGSTOP: connections stay open, and nothing is answered. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException("kill -" + signal + " failed");
    }
  }

  @Override
  public void close() {
    kill();
  }
}
