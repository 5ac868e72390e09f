package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plimsoll ycsb} as YCSB's users call it, with the binding of YCSB's core. */
class YcsbCommandIT {
  private static final Pattern OK =
      Pattern.compile("^\\[[A-Z-]+], Return=OK, (\\d+)$", Pattern.MULTILINE);

  @TempDir Path folder;

  @Test
  void aTargetAboveCapacityPrintsTheTrueCounts() throws Exception {
    PlimsollProcess.Ended ended =
        ycsb(
            "run",
            "-threads",
            "4",
            "-target",
            "100000",
            "-p",
            "operationcount=2000",
            "-p",
            "exporter=JSON",
            "-p",
            "readpropotion=0.5",
            "-p",
            "basicdb.randomisedelay=true");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("[OVERALL], Throughput(ops/sec), ");
    assertThat(returned(ended.out())).isEqualTo(2_000);
    assertThat(ended.out()).doesNotContain("-FAILED").contains("[Intended-READ]");
    assertThat(ended.err())
        .contains("exporter 'JSON' is unknown, so the results are text")
        .contains(
            "readpropotion=0.5 was not imported: the workload has no such property, did you"
                + " mean 'readproportion'?")
        .contains(
            "properties not asked for: basicdb.randomisedelay (did you mean"
                + " basicdb.randomizedelay?)")
        .containsPattern("properties not given: .*basicdb\\.randomizedelay");
  }

  /** A process that a busy machine stops for the whole of its time has executed nothing. */
  @Test
  void aRunEndsAfterItsTimeOrItsOperations() throws Exception {
    PlimsollProcess.Ended byTime =
        ycsb("run", "-threads", "2", "-p", "operationcount=100000000", "-p", "maxexecutiontime=4");
    PlimsollProcess.Ended byCount =
        ycsb("run", "-threads", "2", "-p", "operationcount=500", "-p", "maxexecutiontime=50");

    assertThat(byTime.exit()).as(byTime.err()).isZero();
    assertThat(returned(byTime.out())).isBetween(1L, 1_000_000L);
    assertThat(byCount.exit()).as(byCount.err()).isZero();
    assertThat(returned(byCount.out())).isEqualTo(500);
  }

  @Test
  void aLoadEndsAfterItsTime() throws Exception {
    PlimsollProcess.Ended ended =
        ycsb("load", "-threads", "2", "-p", "insertcount=900", "-p", "maxexecutiontime=50");
    PlimsollProcess.Ended early =
        ycsb("load", "-threads", "2", "-p", "recordcount=9000000", "-p", "maxexecutiontime=4");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(returned(ended.out())).isEqualTo(900);
    assertThat(ended.err()).doesNotContain("the load ends early");
    assertThat(early.exit()).as(early.err()).isZero();
    assertThat(returned(early.out())).isBetween(1L, 1_000_000L);
    assertThat(early.err()).contains("ycsb: the load ends early, after maxexecutiontime=4");
  }

  private PlimsollProcess.Ended ycsb(String phase, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "ycsb",
                phase,
                "basic",
                "-p",
                "recordcount=1000",
                "-p",
                "basicdb.verbose=false",
                "-p",
                "basicdb.simulatedelay=3"));
    arguments.addAll(List.of(more));
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), arguments));
  }

  private static long returned(String out) {
    return OK.matcher(out).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
  }
}
