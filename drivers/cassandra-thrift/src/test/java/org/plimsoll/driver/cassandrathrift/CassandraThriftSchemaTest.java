package org.plimsoll.driver.cassandrathrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.driver.cassandrathrift.OpenedTarget.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.thrift.CfDef;
import org.apache.cassandra.thrift.KsDef;
import org.apache.cassandra.thrift.NotFoundException;
import org.apache.thrift.TException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests the schema that runs create, drop, and refuse, and the login. */
@ExtendWith(SharedThriftCassandra.class)
class CassandraThriftSchemaTest {
  private static final List<String> FIELD = List.of("field0");

  private static Optional<KsDef> keyspace(String name) throws TException {
    try {
      return Optional.of(SharedThriftCassandra.ask(server -> server.describe_keyspace(name)));
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  private static CfDef table(String keyspace, String table) throws TException {
    return keyspace(keyspace).orElseThrow().getCf_defs().stream()
        .filter(each -> each.getName().equals(table))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTemporarySchemaIsDroppedWithTheKeyspaceThatTheRunCreated() throws Exception {
    String address = SharedThriftCassandra.address() + "/Passing";
    OpenedTarget.with(
        address,
        Map.of("schema", "temporary", "replication", "datacenter1=1"),
        FIELD,
        (_, session, _) -> {
          assertThat(run(session, TestOperation.on(OperationType.INSERT, 1, "v")).status())
              .isEqualTo(Status.SUCCEEDED);
          KsDef made = keyspace("Passing").orElseThrow();
          assertThat(made.getStrategy_class()).endsWith("NetworkTopologyStrategy");
          assertThat(made.getStrategy_options()).containsEntry("datacenter1", "1");
        });
    assertThat(keyspace("Passing")).isEmpty();
  }

  @Test
  void aTableIsCreatedWithItsOptionsAndRecreatedWithoutItsRows() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("table", "Standard1");
    settings.put("comparator", "ascii");
    settings.put("compaction", "LeveledCompactionStrategy(sstable_size_in_mb=32)");
    settings.put("compression", "SnappyCompressor(chunk_length_kb=16)");
    OpenedTarget.with(
        settings,
        FIELD,
        (_, session, _) -> run(session, TestOperation.on(OperationType.INSERT, 1, "v")));
    CfDef made = table("own", "Standard1");
    assertThat(made.getComparator_type()).endsWith("AsciiType");
    assertThat(made.getCompaction_strategy()).endsWith("LeveledCompactionStrategy");
    assertThat(made.getCompaction_strategy_options()).containsEntry("sstable_size_in_mb", "32");
    assertThat(made.getCompression_options().toString())
        .contains("SnappyCompressor")
        .contains("16");
    settings.put("schema", "recreate");
    settings.put("compression", "none");
    OpenedTarget.with(
        settings,
        FIELD,
        (client, _, _) -> {
          assertThat(client.count()).hasValue(0);
          assertThat(client.facts().get("compaction")).startsWith("LeveledCompactionStrategy {");
        });
    assertThat(table("own", "Standard1").getCompression_options().toString())
        .doesNotContain("Snappy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          supers   | Super    | UTF8Type | BytesType | it has super columns
          numbered | Standard | LongType | BytesType | its column names are of the type LongType
          valued   | Standard | UTF8Type | LongType  | its values are of the type LongType
          """)
  void aTableThatDoesNotFitIsRefusedBeforeALoad(
      String name, String type, String comparator, String values, String why) throws Exception {
    OpenedTarget.with(Map.of(), FIELD, (_, _, _) -> {}); // creates the keyspace
    SharedThriftCassandra.ask(server -> {
      server.set_keyspace("own");
      return server.system_add_column_family(
          new CfDef("own", name)
              .setColumn_type(type)
              .setComparator_type(comparator)
              .setSubcomparator_type(type.equals("Super") ? "UTF8Type" : null)
              .setKey_validation_class("BytesType")
              .setDefault_validation_class(values));
    });
    assertThatThrownBy(() -> OpenedTarget.with(Map.of("table", name), FIELD, (_, _, _) -> {}))
        .hasMessage(
            "own."
                + name
                + " cannot hold the rows of this run: "
                + why
                + "; use schema=recreate, or another table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent", "own"})
  void aTableThatDoesNotExistIsNamed(String keyspace) throws Exception {
    assertThatThrownBy(() ->
            OpenedTarget.with(
                SharedThriftCassandra.address() + "/" + keyspace,
                Map.of("table", "nowhere", "schema", "none"),
                FIELD,
                (_, _, _) -> {}))
        .hasMessageStartingWith("there is no table " + keyspace + ".nowhere for Thrift");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cassandra | wrong-secret | refused the credentials
          nobody    | wrong-secret | refused the credentials
          ''        | ''           | needs a user and a password
          """)
  void aLoginThatIsRefusedIsOneSentenceWithoutThePassword(
      String user, String password, String why) {
    assertThatThrownBy(() ->
            OpenedTarget.with(Map.of("user", user, "password", password), FIELD, (_, _, _) -> {}))
        .hasMessageStartingWith(SharedThriftCassandra.address() + " " + why)
        .hasMessageNotContaining("wrong-secret")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replication      | three          | a number of replicas, or datacenter=replicas
          table            | 1st            | at most 38 letters, digits and _
          read-consistency | any            | one of local-one, one, two
          page-size        | 1              | a whole number from 2
          """)
  void aSettingThatIsWrongIsNamed(String name, String value, String allowed) {
    assertThatThrownBy(() -> TestTarget.values(new CassandraThriftDriver(), Map.of(name, value)))
        .hasMessageContaining(name)
        .hasMessageContaining(allowed)
        .hasMessageContaining("'" + value + "'");
  }

  @Test
  void aDatacenterWithoutNodesIsRefused() {
    assertThatThrownBy(
            () -> OpenedTarget.with(Map.of("local-datacenter", "east"), FIELD, (_, _, _) -> {}))
        .hasMessage("local-datacenter: must be a datacenter of the ring (datacenter1), was 'east'");
  }
}
