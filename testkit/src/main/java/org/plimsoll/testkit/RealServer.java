package org.plimsoll.testkit;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;

/** A real server as a process of its own on a free port, which tests stop, freeze and kill. */
public final class RealServer implements AutoCloseable {
  private static final int SHOWN_CHARS = 8000;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration SIGNAL_PATIENCE = Duration.ofSeconds(30);
  private static final int LOWEST_PORT = 10_000;
  private static final int HIGHEST_PORT = 16_999;

  private final List<String> command;
  private final int port;
  private final Path folder;
  private final Callable<Boolean> healthy;
  private final Duration patience;
  private @Nullable Process process;

  private RealServer(
      List<String> command, int port, Path folder, Callable<Boolean> healthy, Duration patience) {
    this.command = List.copyOf(command);
    this.port = port;
    this.folder = folder;
    this.healthy = healthy;
    this.patience = patience;
  }

  /**
   * Starts a server and waits until it is healthy.
   *
   * @param port the one that the command names; the server comes back on it when restarted
   * @param folder the working directory, where the output goes as well
   * @param healthy asked until it says true; an exception counts as not yet
   */
  public static RealServer start(
      List<String> command, int port, Path folder, Callable<Boolean> healthy, Duration patience) {
    RealServer server = new RealServer(command, port, folder, healthy, patience);
    server.start();
    return server;
  }

  /** The binary of this name on the PATH. */
  public static String binary(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
    for (String entry : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(entry, name);
      if (Files.isExecutable(candidate)) {
        return candidate.toString();
      }
    }
    throw new IllegalStateException(name + " is needed on the PATH for this test: install it");
  }

  /** A port that nobody used a moment ago, of at most {@code highest}. */
  public static int freePort(int lowest, int highest) {
    return freePorts(1, lowest, highest)[0];
  }

  /** So many of them, each another one; where the search begins is a matter of chance. */
  public static int[] freePorts(int count, int lowest, int highest) {
    int width = highest - lowest + 1;
    int first = ThreadLocalRandom.current().nextInt(width);
    int[] found =
        IntStream.range(0, width)
            .map(i -> lowest + (first + i) % width)
            .filter(RealServer::isFree)
            .limit(count)
            .toArray();
    if (found.length < count) {
      throw new IllegalStateException(
          "fewer than " + count + " free ports from " + lowest + " to " + highest);
    }
    return found;
  }

  /** Whether nobody listens on the loopback port. */
  public static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * A port that nobody used a moment ago, below those that the system gives to outgoing
   * connections: one of them could take the port while its server is down.
   */
  public static int freePort() {
    return freePort(LOWEST_PORT, HIGHEST_PORT);
  }

  public int port() {
    return port;
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Starts it again on its port, after {@link #kill} or {@link #stop}. */
  public synchronized void start() {
    Path output = folder.resolve("server-" + port + ".log");
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
    awaitHealth(output);
  }

  private void awaitHealth(Path output) {
    try {
      await()
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .atMost(patience)
          .failFast(() -> !running().isAlive())
          .ignoreExceptions()
          .until(healthy);
    } catch (ConditionTimeoutException | TerminalFailureException e) {
      running().destroyForcibly();
      // A command with a class path fills pages, and the reason is at the end of the output.
      String written = read(output);
      throw new IllegalStateException(
          command.getFirst()
              + " did not become healthy; its output ends with:\n"
              + written.substring(Math.max(0, written.length() - SHOWN_CHARS)),
          e);
    }
  }

  /**
   * SIGKILL, to its children as well: those of PostgreSQL answer on when their parent is gone.
   * Returns when all are gone.
   */
  public void kill() {
    List<ProcessHandle> children = running().descendants().toList();
    running().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    awaitExit();
    children.forEach(child -> child.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }

  /** SIGTERM; returns when the process is gone. */
  public void stop() {
    running().destroy();
    awaitExit();
  }

  /**
   * SIGSTOP: keeps its connections, and answers nobody. Returns when all of its threads are
   * stopped: on a busy machine some run on for a while after the signal.
   */
  public void freeze() {
    signal("STOP");
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(SIGNAL_PATIENCE)
        .until(() -> processes().allMatch(RealServer::isStopped));
  }

  /** SIGCONT, after {@link #freeze}. */
  public void thaw() {
    signal("CONT");
  }

  @Override
  public void close() {
    Process closing = process;
    if (closing != null && closing.isAlive()) {
      kill();
    }
  }

  /**
   * To its children as well: some servers are started by a program that waits for them. The server
   * itself comes first, so that it has no new ones then; any of them may end in the meantime.
   */
  private void signal(String name) {
    processes()
        .filter(each -> !signal(name, each.pid()) && each.isAlive())
        .findFirst()
        .ifPresent(each -> {
          throw new IllegalStateException("kill -" + name + " " + each.pid() + " failed");
        });
  }

  private Stream<ProcessHandle> processes() {
    ProcessHandle server = running().toHandle();
    return Stream.concat(Stream.of(server), server.descendants());
  }

  /** Whether all threads of the process are stopped; where the system does not say, they are. */
  private static boolean isStopped(ProcessHandle process) {
    Path threads = Path.of("/proc", String.valueOf(process.pid()), "task");
    if (!Files.isDirectory(threads)) {
      return true;
    }
    try (Stream<Path> each = Files.list(threads)) {
      return each.allMatch(RealServer::isStoppedThread);
    } catch (IOException | UncheckedIOException e) {
      return !process.isAlive();
    }
  }

  /** By its state, which follows its name in brackets. */
  private static boolean isStoppedThread(Path thread) {
    try {
      String status = Files.readString(thread.resolve("stat"));
      char state = status.charAt(status.lastIndexOf(')') + 2);
      return state == 'T' || state == 'Z' || state == 'X';
    } catch (IOException e) {
      return true; // it has ended
    }
  }

  private static boolean signal(String name, long pid) {
    try {
      return new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void awaitExit() {
    try {
      if (!running().waitFor(30, TimeUnit.SECONDS)) {
        running().destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Process running() {
    Process current = process;
    if (current == null) {
      throw new IllegalStateException("not started");
    }
    return current;
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return "(" + e + ")";
    }
  }
}
