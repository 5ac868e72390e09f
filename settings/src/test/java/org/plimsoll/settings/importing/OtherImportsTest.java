package org.plimsoll.settings.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the imports of properties of NDBench and of Voldemort's tool. */
class OtherImportsTest {
  @Test
  void ratesKeysAndSizesOfNdbenchAreImported() {
    Imported imported =
        ndbench("numKeys=10000|numValues=50|dataSize=256|readRateLimit=800|writeRateLimit=200");

    assertThat(imported.values())
        .containsEntry("keys", "10000")
        .containsEntry("values", "50")
        .containsEntry("value-bytes", "256")
        .containsEntry("rate", "read=800,update=200")
        .doesNotContainKey("mix")
        .containsEntry("key-distribution", "uniform")
        .containsEntry("forever", "true");
    assertThat(imported.notTaken()).isEmpty();
  }

  @Test
  void defaultsOfNdbenchAreThoseOfItsCode() {
    assertThat(ndbench("").values())
        .containsEntry("keys", "1000")
        .containsEntry("value-bytes", "128")
        .containsEntry("rate", "read=100,update=100");
  }

  @Test
  void loadPatternsOfNdbenchAreImported() {
    assertThat(
            ndbench("cli.loadPattern=sliding_window|cli.windowSize=100|cli.windowDurationInSec=60")
                .values())
        .containsEntry("key-window", "sliding(100,60s)")
        .containsEntry("for", "60s")
        .doesNotContainKey("forever");
    assertThat(
            ndbench(
                    "cli.loadPattern=sliding_window_flip|cli.windowSize=9"
                        + "|cli.windowDurationInSec=5")
                .values())
        .containsEntry("key-window", "flipping(9,5s)");
    assertThat(ndbench("cli.loadPattern=zipfian|zipfExponent=0.7").values())
        .containsEntry("key-distribution", "zipfian(0.7)");
    assertThat(ndbench("cli.bulkSize=10").values())
        .containsEntry("bulk-size", "10")
        .containsEntry("rate", "bulk-read=100,bulk-write=100");
  }

  @Test
  void switchesVariableSizesAndChecksumsOfNdbenchAreImported() {
    assertThat(
            ndbench(
                    "useVariableDataSize=true|dataSizeLowerBound=10|dataSizeUpperBound=20"
                        + "|writeEnabled=false|validateChecksum=true|cli.timeoutMillis=5000")
                .values())
        .containsEntry("value-bytes", "uniform(10,19)")
        .containsEntry("rate", "read=100")
        .containsEntry("verify", "true")
        .containsEntry("for", "5000ms");
  }

  @Test
  void aPluginOfNdbenchGetsAllItsProperties() {
    Properties properties = new Properties();
    properties.setProperty("ndbench.config.numKeys", "7");
    properties.setProperty("ndbench.config.validateChecksum", "true");
    properties.setProperty("ndbench.config.cass.host", "10.0.0.1");
    properties.setProperty("ndbench.config.cass.password", "hush");
    Imported imported = NdbenchImport.of(properties, "ndbench:CassJavaDriverGeneric");

    assertThat(imported.values()).containsEntry("keys", "7").doesNotContainKey("verify");
    assertThat(imported.driverSettings())
        .containsEntry(
            "properties",
            """
            ndbench.config.cass.host=10.0.0.1
            ndbench.config.numKeys=7
            """)
        .containsEntry("secret-properties", "ndbench.config.cass.password=hush\n");
    assertThat(imported.notTaken())
        .singleElement()
        .asString()
        .contains("ndbench.config.validateChecksum", "values of this tool contain no checksums");
  }

  @Test
  void unsupportedPropertiesOfNdbenchAreReported() {
    assertThat(ndbench("numReaders=8|autoTuneEnabled=true|preloadKeys=true|cass.host=h").notTaken())
        .extracting(Imported.Note::property)
        .containsExactlyInAnyOrder(
            "ndbench.config.numReaders=8",
            "ndbench.config.autoTuneEnabled=true",
            "ndbench.config.preloadKeys=true",
            "ndbench.config.cass.host=h");
  }

  @Test
  void propertiesOfEarlierVersionsBelongToTheCoreOfNdbench() {
    Imported imported = ndbench("numBackfill=8|backfillStartKey=3|useStaticData=true");

    assertThat(imported.values())
        .containsEntry("fill-workers", "8")
        .containsEntry("fill-from", "3")
        .containsEntry("values", "1");
    assertThat(imported.notTaken()).isEmpty();
    assertThat(
            NdbenchImport.of(YcsbImportTest.properties("NdBench.numKeys=10000"), "sim:").values())
        .containsEntry("keys", "10000");
  }

  @Test
  void aMisspeltPropertyOfNdbenchIsNotTakenForAPlugins() {
    assertThat(ndbench("numKey=5|cass.host=h").notTaken())
        .extracting(Imported.Note::text)
        .containsExactly(
            "a property of a plugin; plimsoll drivers NAME lists the driver's settings",
            "NDBench has no such property, did you mean 'numKeys'?");
  }

  @Test
  void whatNdbenchRefusesIsRefused() {
    assertThatThrownBy(() -> ndbench("readEnabled=false|writeEnabled=false"))
        .hasMessageContaining("readEnabled: must be true unless writeEnabled is");
    assertThatThrownBy(() -> ndbench("cli.loadPattern=sliding_window_flip"))
        .hasMessageContaining("cli.windowSize: must be a whole number of at least 1, was '-1'");
  }

  @Test
  void theToolOfVoldemortIsAClosedLoadOnAFilledStore() {
    Imported imported =
        voldemort("r=80|w=15|m=5|ops-count=1000|record-count=500|threads=4|value-size=100");

    assertThat(imported.values())
        .containsEntry("mix", "read=80,update=15,read-modify-write=5")
        .containsEntry("ops", "1000")
        .containsEntry("keys", "500")
        .containsEntry("fill", "all")
        .containsEntry("workers", "4")
        .containsEntry("value-bytes", "100")
        .containsEntry("values", "1")
        .containsEntry("key-distribution", "uniform");
    assertThat(imported.notTaken()).isEmpty();
  }

  @Test
  void rateSelectionAndRepeatsOfVoldemortAreImported() {
    Imported imported =
        voldemort(
            "r=100|ops-count=10|record-count=5|target-throughput=99|record-selection=zipfian"
                + "|percent-cached=30|iterations=3|ignore-nulls=true|verify=true|store-name=s");

    assertThat(imported.values())
        .containsEntry("rate", "99")
        .containsEntry("model", "paced")
        .containsEntry("key-distribution", "ycsb-zipfian")
        .containsEntry("key-repeat", "0.3")
        .containsEntry("iterations", "3")
        .containsEntry("ignore-missing", "true")
        .containsEntry("verify", "true");
    assertThat(imported.notTaken()).extracting(Imported.Note::property).contains("store-name=s");
  }

  @Test
  void aRequestFileOfVoldemortHasTheNumbersOfKeys(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("requests.txt"), "7\n3\n\n12\n");
    Imported imported = voldemort("r=100|ops-count=10|sample-size=2|request-file=" + file);

    assertThat(imported.values())
        .containsEntry("key-distribution", "trace(" + file + ")")
        .containsEntry("keys", "13")
        .containsEntry("values", "2");
    assertThatThrownBy(() -> voldemort("r=100|ops-count=10|request-file=missing"))
        .hasMessageContaining("request-file: must be a file with a number of a key on each line");
  }

  @Test
  void handshakeAndKeyTypeOfVoldemortAreImported() {
    assertThat(voldemort("r=100|ops-count=1|handshake=true|keyType=json-int").values())
        .containsEntry("handshake", "true")
        .containsEntry("key-form", "binary");
  }

  @Test
  void repeatsOfVoldemortAreNotTakenWithLatest() {
    Imported imported =
        voldemort("r=100|ops-count=10|record-count=5|record-selection=latest|percent-cached=30");

    assertThat(imported.values())
        .containsEntry("key-distribution", "latest(0.99)")
        .doesNotContainKey("key-repeat");
    assertThat(imported.notTaken())
        .extracting(Imported.Note::property)
        .containsExactly("percent-cached=30");
  }

  @Test
  void aStoreOfVoldemortIsTheTarget() {
    Imported imported =
        withoutTarget(
            "url=tcp://store.example:6667|store-name=users|num-connections-per-node=9"
                + "|client-zoneid=2|storage-engine=bdb");

    assertThat(imported.target()).isEqualTo("voldemort://store.example:6667/users");
    assertThat(imported.driverSettings())
        .containsEntry("connections", "9")
        .containsEntry("zone", "2");
    assertThat(imported.notTaken())
        .extracting(Imported.Note::property)
        .containsExactly("storage-engine=bdb");
    assertThatThrownBy(() -> withoutTarget("url=tcp://h:1"))
        .hasMessage("store-name: must be given with url");
    assertThatThrownBy(() -> withoutTarget("url=h:x|store-name=s"))
        .hasMessage("url: must have the form tcp://host:6666, was 'h:x'");
  }

  @Test
  void aGivenTargetWinsOverThatOfTheOptions() {
    Imported imported = voldemort("r=100|ops-count=1|url=tcp://h:1|store-name=s|client-zoneid=1");

    assertThat(imported.target()).isEqualTo("sim:");
    assertThat(imported.driverSettings()).isEmpty();
    assertThat(imported.notTaken())
        .extracting(Imported.Note::property)
        .containsExactlyInAnyOrder("url=tcp://h:1", "store-name=s", "client-zoneid=1");
  }

  @Test
  void aStorageEngineOfVoldemortIsTheSameEngineHere(@TempDir Path folder) throws IOException {
    String configuration = "storage-configuration-class=voldemort.store.";
    assertThat(withoutTarget(configuration + "bdb.BdbStorageConfiguration").target())
        .isEqualTo("bdb:");
    assertThat(withoutTarget(configuration + "memory.InMemoryStorageConfiguration").target())
        .isEqualTo("bdb:");
    Path server =
        Files.writeString(
            folder.resolve("server.properties"),
            """
            data.directory=/var/data
            mysql.host=db
            mysql.user=me
            mysql.password=hush
            """);
    String local = "|local-server-properties=" + server;
    assertThat(withoutTarget("storage-engine=rocksdb" + local).target())
        .isEqualTo("rocksdb:/var/data/plimsoll");
    Imported mysql = withoutTarget(configuration + "mysql.MysqlStorageConfiguration" + local);
    assertThat(mysql.target()).isEqualTo("jdbc:mariadb://db:3306/voldemort");
    assertThat(mysql.driverSettings())
        .containsEntry("user", "me")
        .containsEntry("password", "hush");
    assertThat(mysql.notTaken()).isEmpty();
    Imported unknown = withoutTarget(configuration + "readonly.ReadOnlyStorageConfiguration");
    assertThat(unknown.target()).isNull();
    assertThat(unknown.notTaken()).hasSize(1);
    assertThatThrownBy(() -> withoutTarget("local-server-properties=missing"))
        .hasMessage("local-server-properties: must be a file of properties, was 'missing'");
  }

  private static Imported withoutTarget(String properties) {
    return VoldemortImport.of(
        YcsbImportTest.properties(("r=100|ops-count=1|" + properties).replace('|', '\n')), null);
  }

  @Test
  void theCommandLineOfVoldemortIsParsed() {
    VoldemortArguments arguments =
        VoldemortArguments.parse(
            List.of(
                "./bin/voldemort-performance-tool.sh",
                "--record-count",
                "1000",
                "--verify",
                "-r",
                "80",
                "--ops-count=5"));

    assertThat(arguments.properties())
        .containsEntry("record-count", "1000")
        .containsEntry("verify", "true")
        .containsEntry("r", "80")
        .containsEntry("ops-count", "5");
    assertThatThrownBy(() -> VoldemortArguments.parse(List.of("--record-cuont", "5")))
        .hasMessageContaining("did you mean '--record-count'?");
    assertThatThrownBy(() -> VoldemortArguments.parse(List.of("--record-count")))
        .hasMessageContaining("--record-count: must have a value");
  }

  @Test
  void aPropertyFileOfVoldemortReplacesTheOtherOptions() {
    VoldemortArguments arguments =
        VoldemortArguments.parse(List.of("--prop-file", "f", "--threads", "4", "-r", "5"));

    assertThat(arguments.files()).containsExactly("f");
    assertThat(arguments.properties()).isEmpty();
    assertThat(arguments.ignored()).containsExactly("-r", "--threads");
  }

  @Test
  void percentagesOfVoldemortAddUpToAHundred() {
    assertThatThrownBy(() -> voldemort("r=80|w=10|ops-count=1"))
        .hasMessage("r, w, m and d: must add up to 100, was '90' (read=80, update=10)");
  }

  @Test
  void theToolOfVoldemortNeedsOperations() {
    assertThatThrownBy(() -> voldemort("ops-count=1"))
        .hasMessageContaining("r: must be above 0 if w, m and d are 0");
    assertThatThrownBy(() -> voldemort("r=100")).hasMessageContaining("ops-count: must be");
  }

  private static Imported ndbench(String properties) {
    String prefixed =
        properties.isEmpty()
            ? ""
            : "ndbench.config." + properties.replace("|", "\nndbench.config.");
    return NdbenchImport.of(YcsbImportTest.properties(prefixed), "sim:");
  }

  private static Imported voldemort(String properties) {
    return VoldemortImport.of(YcsbImportTest.properties(properties.replace('|', '\n')), "sim:");
  }
}
