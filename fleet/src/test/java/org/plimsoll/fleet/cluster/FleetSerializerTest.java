package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.Term;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

class FleetSerializerTest {
  private final FleetSerializer serializer = new FleetSerializer();

  static Stream<FleetMessage> messages() {
    return Stream.of(
        new FleetMessage.StatusRequest(7, 1_700_000_000_000_000L),
        new FleetMessage.Status(
            7,
            1,
            Long.MAX_VALUE,
            List.of("a", "b"),
            3,
            4,
            0.25,
            1 << 30,
            true,
            List.of(
                new GeneratorVerdict("a", 3, "suspect", "It was late.", 1_000L),
                new GeneratorVerdict("b", 0, null, null, null))),
        new FleetMessage.StopAllLoad(1, "admin"),
        new FleetMessage.Stopped(1, List.of()),
        new FleetMessage.CoordinatorIsHere(),
        new FleetMessage.Island("trial", true, false, 3, "10.0.0.1:7460"),
        new FleetMessage.Removed("trial", "a#1", 3, "b#2", List.of("10.0.0.1:7460")),
        new FleetMessage.Control(
            "a#1", false, new org.plimsoll.fleet.control.FleetMessage.Kill("run", "admin")));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messagesArriveAsTheyWereSent(FleetMessage message) throws Exception {
    Envelope sent = new Envelope("10.0.0.1:7460", message);

    Object arrived = serializer.fromBinary(serializer.toBinary(sent), serializer.manifest(sent));

    assertThat(arrived).isEqualTo(sent);
  }

  @Test
  void everyMessageHasANameWhichIsNotThatOfItsClass() {
    assertThat(messages().map(Object::getClass))
        .containsExactlyInAnyOrder(FleetMessage.class.getPermittedSubclasses());
    assertThat(messages().map(message -> serializer.manifest(new Envelope("a:1", message))))
        .doesNotHaveDuplicates()
        .noneMatch(name -> name.contains("."));
  }

  /** An earlier build sends the reason of a state, but not its cause. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theEndOfARunArrivesAlsoFromAnEarlierBuild(boolean earlier) throws Exception {
    Term term = new Term(1, "a#1");
    List<JournalEntry> entries =
        List.of(
            new JournalEntry(1, term, 0, Stated.ended(Long.MAX_VALUE)),
            new JournalEntry(2, term, 0, new Stated(RunState.DRAINING, "stopped by admin")));
    Entries message = new Entries(term, "a#1", "run", Term.NONE, entries);
    Envelope sent = new Envelope("a:1", new FleetMessage.Control("a#1", false, message));
    byte[] bytes = serializer.toBinary(sent);
    if (earlier) {
      CBORMapper mapper = new CBORMapper();
      JsonNode tree = mapper.readTree(bytes);
      tree.findParents("cause").forEach(each -> ((ObjectNode) each).remove("cause"));
      bytes = mapper.writeValueAsBytes(tree);
    }

    assertThat(serializer.fromBinary(bytes, serializer.manifest(sent))).isEqualTo(sent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "java.lang.ProcessBuilder", "org.plimsoll.fleet.cluster.Envelope", "Status"})
  void namesThatAreNotListedAreRefused(String name) {
    byte[] bytes = serializer.toBinary(new Envelope("a:1", new FleetMessage.CoordinatorIsHere()));

    assertThatThrownBy(() -> serializer.fromBinary(bytes, name))
        .isInstanceOf(NotSerializableException.class);
  }

  @Test
  void bytesThatAreNoMessageAreRefused() {
    byte[] bytes = "{\"@class\":\"java.lang.ProcessBuilder\"}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> serializer.fromBinary(bytes, "status"))
        .isInstanceOf(NotSerializableException.class);
  }
}
