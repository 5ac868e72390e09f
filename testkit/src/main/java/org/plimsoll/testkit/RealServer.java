package org.plimsoll.testkit;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;

/** A real server in its own process on a free port. Tests stop, freeze and kill it. */
public final class RealServer implements AutoCloseable {
  private static final int SHOWN_CHARS = 8000;
  private static final Duration POLL = Duration.ofMillis(20);

  /** Timeout of one attempt of a health check. */
  static final Duration TRY = Duration.ofSeconds(5);

  private static final Duration SIGNAL_PATIENCE = Duration.ofSeconds(60);
  private static final int CONNECT_MILLIS = 1000;
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
   * @param port the port in the command, on which a restarted server listens again
   * @param folder the working directory, which also receives the output
   * @param healthy the check that is repeated until it returns true. An exception counts as false.
   *     An attempt that takes longer than 5 s is interrupted and also counts as false, because a
   *     server may never answer a request that arrived too early
   */
  public static RealServer start(
      List<String> command, int port, Path folder, Callable<Boolean> healthy, Duration patience) {
    RealServer server = new RealServer(command, port, folder, healthy, patience);
    server.start();
    return server;
  }

  /** Returns the path of a program on the PATH. */
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

  /** Returns a free port of at most {@code highest}. The same port is never returned again. */
  public static int freePort(int lowest, int highest) {
    return freePorts(1, lowest, highest)[0];
  }

  /**
   * Returns several free ports. The same ports are never returned again. The search starts at a
   * random port.
   */
  public static int[] freePorts(int count, int lowest, int highest) {
    int width = highest - lowest + 1;
    int first = ThreadLocalRandom.current().nextInt(width);
    int[] found =
        IntStream.range(0, width)
            .map(i -> lowest + (first + i) % width)
            .filter(ReservedPorts::reserve)
            .limit(count)
            .toArray();
    if (found.length < count) {
      throw new IllegalStateException(
          "fewer than " + count + " free ports from " + lowest + " to " + highest);
    }
    return found;
  }

  /**
   * Whether a server listens on the loopback port. This is checked with a connection, because
   * opening the port would block a server that is starting.
   */
  public static boolean listens(int port) {
    return listens("127.0.0.1", port);
  }

  /** Whether a server listens on a port of a loopback address, such as 127.0.0.2. */
  public static boolean listens(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns a free port below the range of outgoing connections. Otherwise, an outgoing connection
   * could use the port while its server is down. The same port is never returned again.
   */
  public static int freePort() {
    return freePort(LOWEST_PORT, HIGHEST_PORT);
  }

  /**
   * Returns the first of several free ports in a row, like {@link #freePort()}. This is for a
   * program that gets its lowest port and uses those above it, which no other test may take before
   * the program does.
   */
  public static int freePortsInARow(int count) {
    int width = HIGHEST_PORT - LOWEST_PORT + 1;
    int first = ThreadLocalRandom.current().nextInt(width);
    int inARow = 0;
    for (int i = 0; i < width; i++) {
      int port = LOWEST_PORT + (first + i) % width;
      int before = port == LOWEST_PORT ? 0 : inARow; // The lowest port does not follow the highest.
      inARow = ReservedPorts.reserve(port) ? before + 1 : 0;
      if (inARow == count) {
        return port - count + 1;
      }
    }
    throw new IllegalStateException(
        "no " + count + " free ports in a row from " + LOWEST_PORT + " to " + HIGHEST_PORT);
  }

  public int port() {
    return port;
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Starts the server again on its port, after {@link #kill} or {@link #stop}. */
  public synchronized void start() {
    Path output = output(folder, port);
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

  /** Returns the file that receives the output of a server. */
  static Path output(Path folder, int port) {
    return folder.resolve("server-" + port + ".log");
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
          .until(() -> isHealthy(healthy, TRY));
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
   * Returns the result of one attempt of a check. The check runs on a virtual thread, on which an
   * interrupt also ends a read from a socket.
   */
  static boolean isHealthy(Callable<Boolean> check, Duration limit) throws Exception {
    FutureTask<Boolean> attempt = new FutureTask<>(check);
    Thread.ofVirtual().name("health-check").start(attempt);
    try {
      return attempt.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } finally {
      attempt.cancel(true);
    }
  }

  /**
   * Sends SIGKILL to the server and its children, and waits until all have exited. Children of
   * PostgreSQL would keep answering without their parent.
   */
  public void kill() {
    List<ProcessHandle> processes = processes().toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    awaitExit(processes);
  }

  /**
   * Sends SIGTERM, and waits until the server and its children have exited. A child that exits
   * after its parent still has the port open.
   */
  public void stop() {
    List<ProcessHandle> processes = processes().toList();
    running().destroy();
    awaitExit(processes);
  }

  /**
   * Sends SIGSTOP, so that the server keeps its connections but answers nothing. Returns when all
   * its threads are stopped, because on a busy machine some threads continue briefly after the
   * signal.
   */
  public void freeze() {
    signal("STOP");
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(SIGNAL_PATIENCE)
        .until(() -> processes().allMatch(RealServer::isStopped));
  }

  /** Sends SIGCONT, which ends {@link #freeze}. */
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
   * Sends a signal to the server and its children, because some servers are started by a program
   * that waits for them. The parent is the first, so that it starts no more children. Any process
   * may exit in the meantime.
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

  /**
   * Whether all threads of the process are stopped. Returns true if the system does not report
   * this.
   */
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

  /** Reads the state of a process. It follows the name, which is in brackets. */
  private static boolean isStoppedThread(Path thread) {
    try {
      String status = Files.readString(thread.resolve("stat"));
      char state = status.charAt(status.lastIndexOf(')') + 2);
      return state == 'T' || state == 'Z' || state == 'X';
    } catch (IOException e) {
      return true; // The thread has exited.
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

  /** Waits until the processes have exited. Those that do not exit by themselves are killed. */
  private static void awaitExit(List<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      process.onExit().completeOnTimeout(process, 30, TimeUnit.SECONDS).join();
      if (process.isAlive()) {
        process.destroyForcibly();
        process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
      }
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
