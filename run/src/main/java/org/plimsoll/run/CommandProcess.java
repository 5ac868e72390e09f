package org.plimsoll.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Figures;

/**
 * A program with its arguments. It is started without a shell, so that no argument is interpreted.
 * It has a deadline, and stores the last part of its output. When it is stopped, the processes that
 * it started are stopped too. If it ends by itself, processes that it left in the background
 * continue.
 */
public final class CommandProcess {
  /** Length of the stored output, enough for the reason of a failure. */
  private static final int OUTPUT_MAX = 16 << 10;

  /**
   * Maximum time to wait for the end of the output after the program has ended. The output has no
   * end if a background process keeps it open. A busy machine may read it late.
   */
  private static final Duration OUTPUT_MAX_WAIT = Duration.ofSeconds(2);

  private static final Pattern REASON = Pattern.compile("error[:=] ?[0-9]+[ ,]*\\(?([^()]+)\\)?$");

  private final List<String> arguments;
  private final Duration timeout;
  private volatile @Nullable Process process;
  private volatile boolean stopped;

  /**
   * Creates a command without starting it.
   *
   * @param arguments the program and its arguments
   */
  public CommandProcess(List<String> arguments, Duration timeout) {
    this.arguments = List.copyOf(arguments);
    this.timeout = timeout;
  }

  /**
   * The result of a command.
   *
   * @param exit exit code; -1 if the command was stopped
   * @param output the last 16 KiB of its standard output and error
   * @param problem the reason of a failure, as a sentence; empty if it succeeded
   */
  public record Ended(int exit, Duration elapsed, String output, String problem) {
    /** Whether the command ended in time with exit code 0. */
    public boolean isSuccess() {
      return problem.isEmpty();
    }
  }

  /** Executes the command, and waits until it ends or its deadline passes. */
  public Ended execute() throws InterruptedException {
    long startNanos = System.nanoTime();
    Process started;
    try {
      started =
          new ProcessBuilder(arguments)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .start();
    } catch (IOException e) {
      return new Ended(-1, Duration.ZERO, "", "cannot start " + name() + ": " + reason(e));
    }
    process = started;
    Tail tail = new Tail();
    Thread reader = Thread.ofVirtual().start(() -> tail.read(started.getInputStream()));
    boolean ended = false;
    try {
      if (!stopped) {
        ended = started.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
      }
    } finally {
      if (!ended) {
        end(started);
      }
      process = null;
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
    var _ = reader.join(OUTPUT_MAX_WAIT);
    int exit = ended ? started.exitValue() : -1;
    String output = tail.text();
    return new Ended(exit, elapsed, output, problem(ended, exit, output));
  }

  /** Stops the command, if it is running, with the processes that it started. */
  public void stop() {
    stopped = true;
    Process running = process;
    if (running != null) {
      end(running);
    }
  }

  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private String problem(boolean ended, int exit, String output) {
    if (stopped) {
      return name() + " was stopped";
    }
    if (!ended) {
      return name() + " did not end in " + Figures.duration(timeout.toNanos());
    }
    if (exit == 0) {
      return "";
    }
    String last = output.strip();
    last = last.substring(last.lastIndexOf('\n') + 1).strip();
    return name()
        + String.format(Locale.ROOT, " exited with %d", exit)
        + (last.isEmpty() ? "" : ": " + last);
  }

  /** Returns the program for messages, without its arguments, which may be long. */
  private String name() {
    String program = arguments.getFirst();
    return "'" + program.substring(program.lastIndexOf('/') + 1) + "'";
  }

  /** Returns the operating system's reason, such as {@code No such file or directory}. */
  private static String reason(IOException e) {
    String text = String.valueOf(e.getMessage()).strip();
    Matcher found = REASON.matcher(text);
    return found.find() ? found.group(1) : text.substring(text.lastIndexOf(", ") + 1).strip();
  }

  /**
   * The last part of a stream. The stream is read until it is closed, so that its writer never
   * blocks.
   */
  private static final class Tail {
    private final byte[] ring = new byte[OUTPUT_MAX];
    private long total;

    void read(InputStream in) {
      byte[] chunk = new byte[1024];
      try (in) {
        for (int read; (read = in.read(chunk)) >= 0; ) {
          add(chunk, read);
        }
      } catch (IOException e) {
        // The process was stopped. The output that it wrote before is stored.
      }
    }

    private synchronized void add(byte[] chunk, int length) {
      for (int i = 0; i < length; i++) {
        ring[(int) (total++ % OUTPUT_MAX)] = chunk[i];
      }
    }

    synchronized String text() {
      int length = (int) Math.min(total, OUTPUT_MAX);
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = ring[(int) ((total - length + i) % OUTPUT_MAX)];
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
