package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RequestSource;
import org.plimsoll.engine.workload.Workload;

/** Tests the load that files of requests define, and the messages about mistakes. */
class RequestSettingsTest {
  private static final String GOOD =
      """
      {"op": "read", "key": "anna"}
      {"op": "update", "key": "bob", "value": "zwölf"}

      {"op": "scan", "key": "anna", "length": 7}
      {"key": "cleo", "op": "write", "bytes": 33}
      {"op": "insert", "key": 42, "row": {"name": "x", "note": "", "field0": "long, \\"quoted\\""}}
      {"op": "read-modify-write", "key": "bob", "value": "13"}
      {"op": "delete", "key": "anna"}
      {"op": "update", "key": "anna"}
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(folder.resolve("day.jsonl"), GOOD);
  }

  @Test
  void theMixIsThatOfTheFile() {
    Parameters parameters = resolved("requests", file.toString()).parameters();

    assertThat(parameters.lanes()).hasSize(1);
    Map<String, Double> mix = new HashMap<>();
    parameters
        .lanes()
        .getFirst()
        .mix()
        .forEach(part -> mix.merge(part.type().name(), part.weight(), Double::sum));
    assertThat(mix)
        .isEqualTo(
            Map.of(
                "read",
                1.0,
                "update",
                3.0,
                "scan",
                1.0,
                "insert",
                1.0,
                "read-modify-write",
                1.0,
                "delete",
                1.0));
    assertThat(parameters.workload().keys().count()).isEqualTo(4);
  }

  @Test
  void requestsAreReplayedInOrderAndFromTheStartAgain() {
    OperationSource source = source(resolved("requests", file.toString()));
    OperationBuffer operation = new OperationBuffer();
    List<String> types =
        List.of(
            "read", "update", "scan", "update", "insert", "read-modify-write", "delete", "update");
    List<String> keys = List.of("anna", "bob", "anna", "cleo", "42", "bob", "anna", "anna");

    for (int index = 0; index < 24; index++) {
      assertThat(source.prepare(operation, index)).isTrue();
      assertThat(operation.type().name()).isEqualTo(types.get(index % 8));
      assertThat(source.type(new OperationRandom(), index)).isEqualTo(operation.type());
      assertThat(new String(operation.key().bytes(), StandardCharsets.UTF_8))
          .isEqualTo(keys.get(index % 8));
    }
    assertThat(fields(prepared(source, 1))).isEqualTo(Map.of("field0", "zwölf"));
    assertThat(prepared(source, 2).scanLength()).isEqualTo(7);
    assertThat(prepared(source, 3).row().length(0)).isEqualTo(33);
    assertThat(fields(prepared(source, 4)))
        .isEqualTo(Map.of("name", "x", "note", "", "field0", "long, \"quoted\""));
    assertThat(fields(prepared(source, 5))).isEqualTo(Map.of("field0", "13"));
    assertThat(prepared(source, 7).row().length(0)).isEqualTo(100);
    // For a line without a row, the workload creates a different row each time.
    assertThat(fields(prepared(source, 7))).isNotEqualTo(fields(prepared(source, 15)));
    assertThat(fields(prepared(source, 7))).isEqualTo(fields(prepared(source, 7)));
  }

  @Test
  void drawnRequestsAreEquallyLikelyAndFollowFromTheSeed() {
    OperationSource source = source(resolved("requests", "drawn(" + file + ")", "seed", "3"));
    OperationSource same = source(resolved("requests", "drawn(" + file + ")", "seed", "3"));
    OperationSource other = source(resolved("requests", "drawn(" + file + ")", "seed", "4"));
    Map<String, Integer> seen = new HashMap<>();
    Set<Boolean> asOther = new HashSet<>();

    for (int index = 0; index < 8_000; index++) {
      OperationBuffer operation = prepared(source, index);
      String request =
          operation.type().name() + new String(operation.key().bytes(), StandardCharsets.UTF_8);
      seen.merge(request, 1, Integer::sum);
      assertThat(same.type(new OperationRandom(), index)).isEqualTo(operation.type());
      asOther.add(other.type(new OperationRandom(), index).equals(operation.type()));
    }
    assertThat(seen)
        .hasSize(8)
        .allSatisfy((request, count) -> assertThat(count).isBetween(850, 1_150));
    assertThat(asOther).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void aFillLoadsEveryKeyOfTheFileByItsName() {
    RunSpec spec =
        RunResolver.resolveFill(
                RunRequest.of("plain:", Map.of("requests", file.toString(), "fill", "all")),
                _ -> new PlainDriver())
            .spec();
    Workload workload =
        Workload.of(
            spec.parameters().workload(),
            spec.parameters().lanes().getFirst().mix(),
            1,
            new KeySequence(4));
    OperationBuffer operation = new OperationBuffer();
    Set<String> keys = new HashSet<>();
    for (int position = 0; position < spec.parameters().workload().keys().count(); position++) {
      workload.prepareFill(operation, position);
      keys.add(new String(operation.key().bytes(), StandardCharsets.UTF_8));
    }

    assertThat(keys).containsExactlyInAnyOrder("anna", "bob", "cleo", "42");
  }

  @Test
  void manyLinesAreParsedInLinearTime() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 100_000; line++) {
      text.append("{\"op\":\"read\",\"key\":\"user").append(line % 30_000).append("\"}\n");
    }
    text.append("{\"op\":\"update\",\"key\":\"user7\",\"value\":\"last\"}\n");
    Path many = Files.writeString(folder.resolve("many.jsonl"), text);
    RunSpec spec = resolved("requests", many.toString());
    OperationSource source = source(spec);

    assertThat(spec.parameters().workload().keys().count()).isEqualTo(30_000);
    assertThat(prepared(source, 99_999).key().number()).isEqualTo(9_999);
    assertThat(fields(prepared(source, 100_000))).isEqualTo(Map.of("field0", "last"));
    assertThat(prepared(source, 100_001).type()).isEqualTo(OperationType.READ);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing | line 2 of '@' must be JSON",
        "{'op': 'read'} {} | line 2 of '@' must be JSON",
        "[1] | line 2 of '@' must be a JSON object such as",
        "{'key': 'a'} | line 2 of '@' must have an operation",
        "{'op': 'read'} | line 2 of '@' must have a key",
        "{'op': 'read', 'key': ''} | line 2 of '@' must have a key",
        "{'op': 'read', 'key': 1.5} | line 2 of '@' must have a key",
        "{'op': 'raed', 'key': 'a'} | was 'raed', did you mean 'read'?",
        "{'op': 'bulk-read', 'key': 'a'} | must have an operation on one key",
        "{'op': 'read', 'key': 'a', 'vlaue': 'x'} | has 'vlaue', did you mean 'value'?",
        "{'op': 'read', 'key': 'a', 'value': 'x'} | must have no row, because read takes none",
        "{'op': 'update', 'key': 'a', 'length': 5} | must have no length, because update takes"
            + " none",
        "{'op': 'update', 'key': 'a', 'value': 5} | must have a string for 'value', has 5",
        "{'op': 'update', 'key': 'a', 'row': {}} | must have a row of 1 to 10000 fields",
        "{'op': 'update', 'key': 'a', 'value': 'x', 'bytes': 5} | must have one of row, value",
        "{'op': 'update', 'key': 'a', 'bytes': -1} | must have a whole number from 0 to",
        "{'op': 'scan', 'key': 'a', 'length': 0} | must have a whole number from 1 to 1000000",
      })
  void anInvalidLineIsReportedBeforeAnyLoad(String line, String sentence) throws IOException {
    String good = "{\"op\": \"read\", \"key\": \"a\"}\n";
    Files.writeString(file, good + line.replace('\'', '"') + "\n");

    assertThatThrownBy(() -> resolved("requests", file.toString()))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("requests: line 2 of ")
        .hasMessageContaining(sentence.replace("@", file.toString()));
  }

  @ParameterizedTest
  @CsvSource({"mix, read=1", "key-distribution, zipfian", "key-repeat, 0.5", "client-cache, 0.5"})
  void settingsOfTheFileCannotBeGivenElsewhere(String setting, String value) {
    assertThatThrownBy(() -> resolved("requests", file.toString(), setting, value))
        .hasMessage(
            setting + ": must not be given with requests, which replace it, was '" + value + "'");
  }

  @Test
  void rowsThatCannotBeCheckedAreNotChecked() {
    assertThatThrownBy(() -> resolved("requests", file.toString(), "consistency", "true"))
        .hasMessageContaining(
            "consistency: must be false with a file of requests that contains rows");
    assertThatThrownBy(() -> resolved("requests", file.toString(), "rate", "read=5"))
        .hasMessage("rate: must be one value for all requests, was 'read=5'");
    assertThatThrownBy(() -> resolved("requests", file.toString(), "probe", "5"))
        .hasMessageContaining("probe: must not be given with a file of requests");
    assertThatThrownBy(() -> resolved("requests", file.toString(), "keys", "5"))
        .hasMessageContaining(
            "requests: must be a file with as many different keys as the setting keys (5)");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Path none = folder.resolve("none.jsonl");
    assertThatThrownBy(() -> resolved("requests", none.toString()))
        .hasMessage("requests: must name a file that exists, was '" + none + "'");
    Files.writeString(none, "\n\n");
    assertThatThrownBy(() -> resolved("requests", none.toString()))
        .hasMessage("requests: must name a file with a request on each line, was '" + none + "'");
    Files.write(none, new byte[] {'{', (byte) 0xff, '}'});
    assertThatThrownBy(() -> resolved("requests", none.toString()))
        .hasMessage("requests: must name a file with text in UTF-8, was '" + none + "'");
  }

  private static RunSpec resolved(String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return RunResolver.resolve(RunRequest.of("plain:", values), _ -> new PlainDriver()).spec();
  }

  private static OperationSource source(RunSpec spec) {
    Parameters parameters = spec.parameters();
    List<Parameters.Weight> mix = parameters.lanes().getFirst().mix();
    KeyDistributionSpec keys = parameters.workload().keys().distribution();
    Workload workload =
        Workload.of(parameters.workload(), mix, spec.identity().seed(), new KeySequence(4));
    return RequestSource.over(workload, keys, mix);
  }

  private static OperationBuffer prepared(OperationSource source, long index) {
    OperationBuffer operation = new OperationBuffer();
    source.prepare(operation, index);
    return operation;
  }

  private static Map<String, String> fields(OperationBuffer operation) {
    Row row = operation.row();
    Map<String, String> fields = new HashMap<>();
    for (int field = 0; field < row.fieldCount(); field++) {
      fields.put(row.fieldName(field), new String(row.copy(field), StandardCharsets.UTF_8));
    }
    return fields;
  }
}
