package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.sampling.AliasTable;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Tests distributions of sizes, lengths and counts: their weights, means and bounds. */
class SizeDistributionTest {
  @TempDir Path folder;

  private static OperationRandom random(long seed) {
    OperationRandom random = new OperationRandom();
    random.seed(seed, 0);
    return random;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "100; 100; 100",
        "uniform(0, 1000); 0; 1000",
        "exponential(500); 0; 9223372036854775807",
        "lognormal(100, 0.7); 0; 9223372036854775807",
        "pareto(1000, 3); 1000; 9223372036854775807",
        "weibull(1000, 2); 0; 9223372036854775807",
        "zipfian(10, 5000); 10; 5000",
        "zipfian(1, 100, 1.5); 1; 100",
        "weights(100:70, 1k:20, 10KiB:10); 100; 10240",
        "bounded(50, 2000, lognormal(300, 0.2)); 50; 2000",
        "bounded(50, 20k, weights(100:1, 200:3)); 100; 200",
      })
  void samplesKeepTheirBoundsAndMean(String text, long least, long most) {
    Distribution distribution = DistributionText.parseBytes(text);
    assertThat(distribution.lowerBound()).isEqualTo(least);
    assertThat(distribution.maximum()).isEqualTo(most);
    OperationRandom random = random(1);
    double sum = 0;
    for (int i = 0; i < 300_000; i++) {
      long sample = distribution.sample(random);
      assertThat(sample).isBetween(least, most);
      sum += sample;
    }
    double mean = sum / 300_000;
    assertThat(distribution.mean()).isCloseTo(mean, within(0.01 * mean));
    assertThat(DistributionText.parseBytes(text))
        .isEqualTo(distribution)
        .hasSameHashCodeAs(distribution);
  }

  @Test
  void weightsAreDrawnExactlyWithTenSeeds() {
    double[] weights = {1, 0, 3, 0.5, 10, 2, 2, 2.25};
    for (long seed = 0; seed < 10; seed++) {
      AliasTable table = new AliasTable(Arrays.stream(weights).boxed().toList());
      long[] counts = new long[weights.length];
      OperationRandom random = random(seed);
      for (int i = 0; i < 1_000_000; i++) {
        counts[table.next(random)]++;
      }
      assertThat(counts[1]).isZero();
      assertThat(KeyDistributionContract.pValue(weights, counts)).isGreaterThan(1e-3);
    }
  }

  /** YCSB's generator never draws the last line. */
  @Test
  void aHistogramFileIsDrawnLineByLine() throws IOException {
    Path file = Files.writeString(folder.resolve("sizes.txt"), "100 1\n200 1\n\n1KiB 1\n");
    Distribution sizes = DistributionText.parseBytes("histogram(" + file + ")");
    Map<Long, Long> counts = new HashMap<>();
    OperationRandom random = random(4);
    for (int i = 0; i < 300_000; i++) {
      counts.merge(sizes.sample(random), 1L, Long::sum);
    }
    assertThat(counts).containsOnlyKeys(100L, 200L, 1024L);
    long[] observed = counts.values().stream().mapToLong(Long::longValue).toArray();
    assertThat(ChiSquareTest.withDefaults().test(observed).getPValue()).isGreaterThan(1e-3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zipfian(5,1)",
        "zipfian(1,5,0)",
        "weights(1:0)",
        "weights(1)",
        "weights()",
        "weights(1:x)",
        "histogram(does-not-exist)",
        "bounded(5,1,exponential(1))",
        "bounded(1,2)",
        "bounded(1,5,nothing(2))",
        "weibull(1,0)",
        "uniform(1,2",
        "uniform()",
        "zipfian(1,2,3,4)"
      })
  void invalidDistributionsAreRefused(String text) {
    assertThatThrownBy(() -> DistributionText.parseBytes(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Pipelines of 3 to 10 items. */
  @Test
  void bulksHaveTheNumberOfItemsThatIsDrawn() {
    WorkloadSpec plain = WorkloadFixture.spec(1_000, 1, 10);
    WorkloadSpec spec =
        new WorkloadSpec(
            plain.keys(),
            plain.rows(),
            plain.scanLength(),
            DistributionText.parseBytes("uniform(3,10)"),
            false,
            false);
    Workload workload =
        WorkloadFixture.workload(spec, 1, OperationType.BULK_WRITE, OperationType.READ);
    OperationBuffer operation = new OperationBuffer();
    long[] counts = new long[8];
    for (int index = 0; index < 40_000; index++) {
      workload.prepare(operation, index);
      if (!operation.type().bulk()) {
        assertThat(operation.size()).isEqualTo(1);
        continue;
      }
      counts[operation.size() - 3]++;
      assertThat(operation.row(operation.size() - 1).fieldCount()).isEqualTo(1);
      if (index < 100) {
        OperationBuffer alone = WorkloadFixture.prepared(workload, index);
        assertThat(alone.size()).isEqualTo(operation.size());
        assertThat(alone.key(2).number()).isEqualTo(operation.key(2).number());
      }
    }
    assertThat(ChiSquareTest.withDefaults().test(counts).getPValue()).isGreaterThan(1e-3);
  }

  @Test
  void updatesWriteTheNumberOfFieldsThatIsDrawn() {
    WorkloadSpec plain = WorkloadFixture.spec(1_000, 10, 10);
    WorkloadSpec spec =
        new WorkloadSpec(
            plain.keys(),
            new WorkloadSpec.Rows(
                plain.rows().fields(),
                DistributionText.parseBytes("uniform(1,3)"),
                plain.rows().valueBytes(),
                0,
                0),
            plain.scanLength(),
            1,
            false,
            false);
    Workload workload = WorkloadFixture.workload(spec, 1, OperationType.UPDATE);
    OperationBuffer operation = new OperationBuffer();
    long[] counts = new long[3];
    for (int index = 0; index < 30_000; index++) {
      workload.prepare(operation, index);
      counts[operation.row(0).fieldCount() - 1]++;
    }
    assertThat(ChiSquareTest.withDefaults().test(counts).getPValue()).isGreaterThan(1e-3);
  }

  @Test
  void rowsHaveTheNumberOfFieldsThatIsDrawn() {
    WorkloadSpec spec =
        new WorkloadSpec(
            new WorkloadSpec.Keys(
                0, 100, new KeyDistributionSpec.Uniform(), KeyForm.TEXT, KeyLocality.NONE),
            new WorkloadSpec.Rows(
                DistributionText.parseBytes("weights(1:90,20:10)"),
                new Distribution.Constant(30),
                0,
                0),
            new Distribution.Constant(1),
            1,
            true,
            false);
    Workload workload = WorkloadFixture.workload(spec, 1, OperationType.UPDATE);
    RowVerifier verifier = new RowVerifier(new AcknowledgedWrites(100), false);
    OperationBuffer operation = new OperationBuffer();
    int wide = 0;
    for (int index = 0; index < 10_000; index++) {
      workload.prepare(operation, index);
      int fields = operation.row().fieldCount();
      assertThat(fields).isIn(1, 20);
      wide += fields == 20 ? 1 : 0;
      byte[][] stored = WorkloadFixture.stored(operation.row());
      operation.type(OperationType.READ);
      verifier.starts(operation);
      assertThat(verifier.ends(operation, WorkloadFixture.found(stored)))
          .isEqualTo(RowVerifier.Verdict.OK);
    }
    assertThat(wide).isBetween(900, 1_100);
    assertThatThrownBy(() -> operation.row().fieldName(operation.row().fieldCount()))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(List.of(operation.row().fieldName(0))).containsExactly("field0");
  }
}
