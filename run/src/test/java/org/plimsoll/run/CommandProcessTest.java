package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.run.CommandProcess.Ended;

/** Tests real processes. */
@Timeout(180)
final class CommandProcessTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static Ended execute(Duration timeout, String... arguments) throws Exception {
    return new CommandProcess(List.of(arguments), timeout).execute();
  }

  @Test
  void noShellInterpretsTheArguments() throws Exception {
    Path file = folder.resolve("made");
    Ended ended = execute(LONG, "echo", "$HOME; touch " + file, "&&", "*");
    assertThat(ended.output()).isEqualTo("$HOME; touch " + file + " && *\n");
    assertThat(ended.isSuccess()).isTrue();
    assertThat(file).doesNotExist();
  }

  @Test
  void aFailureHasTheExitCodeAndTheLastLine() throws Exception {
    assertThat(execute(LONG, "sh", "-c", "echo one; echo no quorum >&2; exit 3"))
        .satisfies(ended -> {
          assertThat(ended.exit()).isEqualTo(3);
          assertThat(ended.problem()).isEqualTo("'sh' exited with 3: no quorum");
        });
    assertThat(execute(LONG, folder.resolve("absent").toString()).problem())
        .isEqualTo("cannot start 'absent': No such file or directory");
  }

  @Test
  void aCommandThatDoesNotEndIsStoppedWithItsChildren() throws Exception {
    Path pid = Files.createFile(folder.resolve("pid"));
    // On a slow machine, the shell may be stopped before it has told its child.
    for (int seconds = 1; Files.size(pid) == 0; seconds += 4) {
      Ended ended =
          execute(
              Duration.ofSeconds(seconds), "sh", "-c", "sleep 1000 & echo $! > " + pid + "; wait");
      assertThat(ended.problem()).isEqualTo("'sh' did not end in %d.00 s".formatted(seconds));
      assertThat(ended.elapsed()).isLessThan(Duration.ofSeconds(20));
    }
    long child = Long.parseLong(Files.readString(pid).strip());
    Optional<ProcessHandle> alive = ProcessHandle.of(child);
    if (alive.isPresent()) {
      alive.get().onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void onlyTheEndOfALongOutputIsKept() throws Exception {
    Ended ended = execute(LONG, "sh", "-c", "yes abcdefg | head -n 100000; echo last");
    assertThat(ended.output()).hasSize(16 << 10).endsWith("abcdefg\nlast\n");
    assertThat(ended.isSuccess()).isTrue();
  }

  @Test
  void aServerThatACommandLeavesInTheBackgroundIsNotWaitedFor() throws Exception {
    Path pid = folder.resolve("pid");
    Ended ended = execute(LONG, "sh", "-c", "sleep 1000 & echo $! > " + pid);
    assertThat(ended.isSuccess()).isTrue();
    assertThat(ended.elapsed()).isLessThan(Duration.ofSeconds(20));
    ProcessHandle server =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(server.isAlive()).isTrue();
    server.destroyForcibly();
  }

  @Test
  void aCommandHasNoInput() throws Exception {
    assertThat(execute(LONG, "cat")).extracting(Ended::isSuccess, Ended::output).contains(true, "");
  }

  @Test
  void aRunningCommandCanBeStopped() throws Exception {
    CommandProcess command = new CommandProcess(List.of("sleep", "1000"), LONG);
    Thread.ofVirtual().start(command::stop);
    assertThat(command.execute().problem()).isEqualTo("'sleep' was stopped");
  }
}
