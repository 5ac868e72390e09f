package org.plimsoll.settings.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.settings.SpecFile;

/** Tests the import of each property of YCSB. */
class YcsbImportTest {
  private static final String CORE =
      "recordcount=1000\noperationcount=500\nworkload=site.ycsb.workloads.CoreWorkload\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // A to F as YCSB ships them
        "readproportion=0.5|updateproportion=0.5|scanproportion=0|requestdistribution=zipfian;"
            + "read=0.5,update=0.5; ycsb-zipfian",
        "readproportion=0.95|updateproportion=0.05|requestdistribution=zipfian;"
            + "read=0.95,update=0.05; ycsb-zipfian",
        "readproportion=1|updateproportion=0|requestdistribution=zipfian; read=1; ycsb-zipfian",
        "readproportion=0.95|updateproportion=0|insertproportion=0.05|"
            + "requestdistribution=latest; read=0.95,insert=0.05; latest(0.99)",
        "readproportion=0|updateproportion=0|scanproportion=0.95|insertproportion=0.05|"
            + "requestdistribution=zipfian|maxscanlength=100; insert=0.05,scan=0.95; ycsb-zipfian",
        "readproportion=0.5|updateproportion=0|readmodifywriteproportion=0.5|"
            + "requestdistribution=zipfian; read=0.5,read-modify-write=0.5; ycsb-zipfian",
        // and the others
        "requestdistribution=uniform; read=0.95,update=0.05; uniform",
        "requestdistribution=sequential; read=0.95,update=0.05; sequential",
        "requestdistribution=hotspot|hotspotdatafraction=0.1; read=0.95,update=0.05;"
            + " hotspot(0.1,0.8)",
      })
  void workloadsBecomeTheirMixesAndDistributions(
      String properties, String mix, String distribution) {
    Imported imported = run(CORE + properties.replace('|', '\n'));

    assertThat(imported.values())
        .containsEntry("mix", mix)
        .containsEntry("key-distribution", distribution)
        .containsEntry("keys", "1000")
        .containsEntry("ops", "500")
        .containsEntry("key-form", "ycsb")
        .containsEntry("fields", "10")
        .containsEntry("value-bytes", "100")
        .containsEntry("workers", "1")
        .containsEntry("warmup", "0");
    assertThat(imported.notTaken()).isEmpty();
    assertThat(imported.target()).isEqualTo("ycsb:map");
  }

  @Test
  void scansHaveTheLengthsOfTheWorkload() {
    assertThat(run(CORE + "scanproportion=1\nmaxscanlength=100").values())
        .containsEntry("scan-length", "uniform(1,100)");
    assertThat(run(CORE + "scanproportion=1\nscanlengthdistribution=zipfian").values())
        .containsEntry("scan-length", "zipfian(1,1000,0.99)");
  }

  @Test
  void loadingInsertsItsPartOfTheRecords() {
    Imported imported =
        YcsbImport.forBinding(
            properties(
                CORE
                    + "insertstart=200\ninsertcount=300\nthreadcount=4\ntarget=50\n"
                    + "core_workload_insertion_retry_limit=2\ninsertorder=ordered\nzeropadding=8"),
            true,
            "map");

    assertThat(imported.fillOnly()).isTrue();
    assertThat(imported.values())
        .containsEntry("keys", "300")
        .containsEntry("first-key", "200")
        .containsEntry("fill", "all")
        .containsEntry("fill-workers", "4")
        .containsEntry("fill-rate", "50")
        .containsEntry("key-form", "ycsb-ordered(8)")
        .doesNotContainKey("mix");
    assertThat(imported.driverSettings()).containsEntry("insert-retries", "2");
  }

  @Test
  void aTargetRateIsACapAndTheFirstLimitEndsTheRun() {
    Imported imported = run(CORE + "threadcount=8\ntarget=1000\nmaxexecutiontime=60");

    assertThat(imported.values())
        .containsEntry("rate", "1000")
        .containsEntry("workers", "8")
        .containsEntry("model", "paced")
        .containsEntry("when-full", "hold")
        .containsEntry("for", "60s")
        .containsEntry("ops", "500");
    assertThat(imported.notTaken()).isEmpty();
  }

  @Test
  void onlyTheTimeEndsARunWithoutANumberOfOperations() {
    assertThat(run("recordcount=10\noperationcount=0\nmaxexecutiontime=60").values())
        .containsEntry("for", "60s")
        .doesNotContainKeys("ops", "forever");
  }

  @ParameterizedTest
  @CsvSource({
    "readpropotion, readproportion",
    "recordCount, recordcount",
    "treadcount, threadcount",
    "exponential.fraction, exponential.frac"
  })
  void aMisspeltPropertyGetsASuggestion(String given, String meant) {
    assertThat(run(CORE + given + "=1").notTaken())
        .extracting(Imported.Note::toString)
        .containsExactly(
            given
                + "=1 was not imported: the workload has no such property, did you mean '"
                + meant
                + "'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis.hots", "hosts", "basicdb.verbose", "db.url"})
  void propertiesOfBindingsAreNotMisspeltPropertiesOfTheWorkload(String name) {
    assertThat(run(CORE + name + "=1").notTaken()).isEmpty();
  }

  @Test
  void countsBeyondAnIntAreAccepted() {
    assertThat(run("recordcount=5000000000\noperationcount=6000000000").values())
        .containsEntry("keys", "5000000000")
        .containsEntry("ops", "6000000000");
  }

  @Test
  void withoutAnEndARunContinuesUntilStopped() {
    assertThat(run("recordcount=10").values()).containsEntry("forever", "true");
  }

  @Test
  void integrityIsVerifiedOnWholeRows() {
    Imported imported = run(CORE + "dataintegrity=true");
    assertThat(imported.values())
        .containsEntry("verify", "true")
        .containsEntry("update-fields", "all");
    assertThat(imported.driverSettings()).containsEntry("values", "base64");
    assertThat(imported.values()).containsEntry("value-bytes", "75"); // 100 as base64
    assertThat(run(CORE).values()).containsEntry("update-fields", "1");
    assertThat(run(CORE).driverSettings())
        .containsEntry("values", "printable")
        .containsEntry("read-all-fields", "true");
  }

  @Test
  void lengthsFromAHistogramFileAreImported(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("hist.txt"), "BlockSize\t10\n0\t3\n4\t1\n");

    assertThat(
            run(CORE + "fieldlengthdistribution=histogram\nfieldlengthhistogram=" + file).values())
        .containsEntry("value-bytes", "weights(10:3,50:1)");
    assertThat(run(CORE + "fieldlengthdistribution=uniform\nfieldlength=50").values())
        .containsEntry("value-bytes", "uniform(1,50)");
  }

  @Test
  void theBindingGetsAllPropertiesAndSecretsAreNotShown() throws IOException {
    Imported imported =
        run(CORE + "redis.host=a b\ndb.url=jdbc:x://h\ndb.passwd=geheim\ndb.other=x\\\\y=:z");

    Properties given = new Properties();
    given.load(new StringReader(imported.driverSettings().get("properties")));
    assertThat(given)
        .containsEntry("redis.host", "a b")
        .containsEntry("db.url", "jdbc:x://h")
        .containsEntry("db.other", "x\\y=:z")
        .containsEntry("recordcount", "1000")
        .doesNotContainKey("db.passwd");
    assertThat(imported.driverSettings()).containsEntry("secret-properties", "db.passwd=geheim\n");
    assertThat(imported.notes().toString()).doesNotContain("geheim");
  }

  @Test
  void anotherWorkloadIsLeftToItsClass() {
    String series = "workload=site.ycsb.workloads.TimeSeriesWorkload\nrecordcount=100\n";
    assertThat(run(series + "operationcount=7").values())
        .containsEntry("mix", "workload-transaction=1")
        .containsEntry("ops", "7");
    Imported load = YcsbImport.forBinding(properties(series), true, "map");
    assertThat(load.fillOnly()).isFalse();
    assertThat(load.values()).containsEntry("mix", "workload-insert=1").containsEntry("ops", "100");
    assertThat(load.driverSettings())
        .containsEntry("workload-class", "site.ycsb.workloads.TimeSeriesWorkload");
  }

  @Test
  void aDriverOfThisToolGetsTheWorkloadAndReportsUnsupportedProperties() {
    Imported imported =
        YcsbImport.forDriver(
            properties(CORE + "redis.host=h\nreadallfields=false"), false, "redis://h:6379");

    assertThat(imported.driverSettings()).isEmpty();
    assertThat(imported.values()).containsEntry("update-fields", "1");
    assertThat(imported.notTaken())
        .extracting(Imported.Note::property)
        .containsExactlyInAnyOrder("readallfields=false", "redis.host=h");
  }

  @Test
  void theWrittenSpecIsReadBackUnchanged() {
    Imported imported = run(CORE + "p.q=a\\n\"b\"\\u0007 # c: d\ndb.passwd=x");

    assertThat(SpecFile.parse(imported.yaml("ycsb"), "test"))
        .isEqualTo(imported.request("spec test"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "operationcount=5; recordcount: must be given",
        "recordcount=x; recordcount: must be a whole number of at least 0, was 'x'",
        "recordcount=10,insertstart=5,insertcount=6; insertcount: must be from 1 to recordcount -",
        "recordcount=10,requestdistribution=zipf; requestdistribution: must be one of uniform,",
        "recordcount=10,readproportion=0,updateproportion=0; readproportion: must be above 0",
        "recordcount=10,readproportion=-1; readproportion: must be a number from 0",
      })
  void invalidValuesAreRefusedInOneSentence(String properties, String sentence) {
    assertThatThrownBy(() -> run(properties.replace(',', '\n'))).hasMessageContaining(sentence);
  }

  private static Imported run(String properties) {
    return YcsbImport.forBinding(properties(properties), false, "map");
  }

  static Properties properties(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return properties;
  }

  @Test
  void everyPropertyThatIsGivenHasANote() {
    Imported imported = run(CORE + "fieldcount=3\nspin.sleep=true\nstatus=true\nx.y=z");

    assertThat(imported.notes())
        .extracting(note -> note.property().replaceFirst("=.*", ""))
        .contains("recordcount", "operationcount", "workload", "fieldcount", "spin.sleep", "status")
        .contains("x.y");
  }
}
