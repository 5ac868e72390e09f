package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.assertj.core.data.TemporalUnitOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.redis.RedisDriver;
import org.plimsoll.report.folder.ErrorSampleFile;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.ErrorSamples.Sample;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** The samples of failed operations in the folder of a run against a real Redis. */
class ErrorSamplesTest {
  private static final TemporalUnitOffset SOON = within(30, ChronoUnit.SECONDS);

  @TempDir private Path temporary;

  @Test
  void theFolderHasTheLastFailedOperationsOfEachCode() throws Exception {
    Path runFolder = temporary.resolve("run");
    try (RealServer server =
            RedisServers.start(
                temporary, "--maxmemory", "1mb", "--maxmemory-policy", "noeviction");
        RunFolder folder = RunFolder.at(runFolder);
        WatchedRun run =
            WatchedRun.start(
                WatchedRun.request(
                    "redis://" + server.address(),
                    "rate=500 warmup=0 timeout=1s fill=none forever=true mix=read=50,update=50"
                        + " keys=200 value-bytes=10k"),
                new RedisDriver(),
                folder)) {
      run.await(interval -> interval.figures().accounting().errors().failed() > 100);
      server.freeze();
      run.await(interval -> interval.figures().accounting().errors().timedOut() > 100);
      server.thaw();
      // The rows do not exist, as none could be written.
      run.await(interval -> interval.figures().accounting().answered().notFound() > 100);
      run.stop();
    }

    ErrorSamples found = ErrorSampleFile.read(runFolder);
    assertThat(found.keptMax()).isEqualTo(20);
    assertThat(found.codes()).extracting(ErrorSamples.Code::code).contains("timed-out").isSorted();
    ErrorSamples.Code refused =
        found.codes().stream()
            .filter(code -> code.samples().getFirst().message().contains("OOM command not allowed"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(found.toString()));
    assertThat(refused.samples()).hasSize(20);
    for (Sample sample : refused.samples()) {
      assertThat(sample.operation()).isEqualTo("update");
      assertThat(sample.key()).matches("user\\d{12}");
      assertThat(sample.session()).isPositive();
      assertThat(sample.serviceNanos()).isBetween(1L, 2_000_000_000L);
      assertThat(Instant.parse(sample.at())).isCloseTo(Instant.now(), SOON);
    }
    assertThat(refused.samples())
        .extracting(Sample::atNanos)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    List<Sample> late =
        found.codes().stream()
            .filter(code -> code.code().equals("timed-out"))
            .findFirst()
            .orElseThrow()
            .samples();
    assertThat(late).extracting(Sample::message).contains("no answer before the deadline");
  }
}
