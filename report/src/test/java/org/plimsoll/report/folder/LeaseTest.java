package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.result.RunStart;

/** One process writes to a folder at a time. */
@Timeout(180)
class LeaseTest {
  @TempDir Path folder;

  /** Another process, which takes the lease of a folder and waits. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      boolean isTaken = Lease.take(Path.of(args[0]), "process " + args[0].length()).isPresent();
      System.out.println(isTaken);
      Thread.sleep(60_000);
    }
  }

  @Test
  void aLeaseEndsWithItsProcessHoweverThatEnds() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("true");
      assertThat(Lease.take(folder, "here")).isEmpty();
      assertThat(Lease.holder(folder)).hasValue("process " + folder.toString().length());
      assertThat(Lease.holder(folder)).isPresent();
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(Lease.holder(folder)).isEmpty();
    try (Lease taken = Lease.take(folder, "here").orElseThrow()) {
      assertThat(taken).isNotNull();
      assertThat(Lease.holder(folder)).hasValue("here");
      assertThat(Lease.take(folder, "again")).isEmpty();
    }
    assertThat(Lease.holder(folder)).isEmpty();
  }

  /** As on a read-only disk: the system lets nobody write to a program that is executed. */
  @Test
  void aFileThatCannotBeWrittenHasNoHolder() throws Exception {
    Path program = Path.of(ProcessHandle.current().info().command().orElseThrow());
    Files.createSymbolicLink(folder.resolve(Lease.FILE), program);

    assertThat(Lease.holder(folder)).isEmpty();
    assertThatThrownBy(() -> Lease.take(folder, "here")).isInstanceOf(IOException.class);
  }

  @Test
  void aLiveRunKeepsItsFolder() throws Exception {
    Path its = folder.resolve("run");
    RunStart start = SampleRun.start("first", "sim:");
    try (RunFolder first = RunFolder.at(its)) {
      first.started(start);
      assertThatThrownBy(() -> RunFolder.at(its))
          .hasMessage(
              "The run in the folder %s is live, in process %s.",
              its, ProcessHandle.current().pid());
      assertThat(its.resolve("run.json")).exists();
    }
    assertThat(Lease.holder(its)).isEqualTo(Optional.empty());
    assertThat(Files.exists(its.resolve(Lease.FILE))).isFalse();
    try (RunFolder second = RunFolder.at(its)) {
      assertThat(second.earlier()).isPresent();
    }
  }
}
