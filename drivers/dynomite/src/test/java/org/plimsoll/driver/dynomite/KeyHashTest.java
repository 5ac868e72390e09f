package org.plimsoll.driver.dynomite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.HostPort;

/** The hash of keys, and the owner of a hash in a rack. */
class KeyHashTest {
  private static long hash(String tag, String key) {
    return new KeyHash(tag).of(key.getBytes(StandardCharsets.UTF_8));
  }

  /** Seen on Dynomite 2046b05: the owners of these keys in racks of three and of one. */
  @ParameterizedTest
  @CsvSource({
    "a, 1262581116",
    "ab, 3820310011",
    "abc, 2064434216",
    "abcd, 4016735919",
    "abcde, 2586197722",
    "user1, 766992236",
    "user1234567, 1023971374",
    "usér-ключ, 3227968453",
  })
  void theHashIsThatOfTheServer(String key, long expected) {
    assertThat(hash("", key)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a{user1}b, user1",
    "{user1}{user2}, user1",
    "user1}b, user1}b",
    "a{user1, a{user1",
    "}a{user1}, user1",
  })
  void onlyTheFirstHashTagIsHashed(String key, String hashed) {
    assertThat(hash("{}", key)).isEqualTo(hash("", hashed));
    assertThat(hash("", key)).isNotEqualTo(hash("", "user1"));
  }

  @Test
  void anEmptyHashTagIsHashedAsEmpty() {
    assertThat(hash("{}", "a{}b")).isEqualTo(hash("", ""));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "100, 1", "101, 2", "4294967294, 2", "4294967295, 0"})
  void theOwnerIsTheFirstNodeWhoseTokenIsNotLower(long hash, int owner) {
    Rack rack = new Rack(List.of(node(100), node(4294967294L), node(0)));
    assertThat(rack.owner(hash)).isEqualTo(owner);
    assertThat(rack.nodes()).extracting(RingNode::token).containsExactly(0L, 100L, 4294967294L);
  }

  private static RingNode node(long token) {
    return new RingNode(new HostPort("h", 1), "dc", "rack", token);
  }

  @Test
  void racksAreAskedFromTheLocalOneOutwards() {
    List<RingNode> nodes = new ArrayList<>();
    for (String place : List.of("dc2/r3", "dc1/r1", "dc1/r2")) {
      String[] parts = place.split("/", -1);
      nodes.add(new RingNode(new HostPort(parts[1], 1), parts[0], parts[1], 0));
    }
    HostPort local = new HostPort("r2", 1);
    assertThat(Ring.of(nodes, local, "", "", Failover.DATACENTERS).used())
        .extracting(Rack::name)
        .containsExactly("r2", "r1", "r3");
    assertThat(Ring.of(nodes, local, "", "", Failover.RACKS).used()).hasSize(2);
    assertThat(Ring.of(nodes, local, "", "", Failover.NONE).used()).hasSize(1);
    assertThat(Ring.of(nodes, local, "dc2", "", Failover.NONE).local().name()).isEqualTo("r3");
    assertThat(Ring.of(nodes, local, "", "r1", Failover.NONE).local().name()).isEqualTo("r1");
  }

  @Test
  void aDescriptionOfDynomiteManagerIsRead() {
    String json =
        """
        [{"token":"1383429731","hostname":"h1","ip":"10.0.0.1","rack":"r1","zone":"r1","dc":"d1"},
         {"token":"7","hostname":"h2","rack":"r2","zone":"r2","dc":"d1","port":"8103"}]
        """;
    DynomiteAddress address = DynomiteAddress.parse("h9:8102");
    assertThat(ClusterDescription.ofFlorida(json, address::client))
        .containsExactly(
            new RingNode(new HostPort("10.0.0.1", 8102), "d1", "r1", 1383429731L),
            new RingNode(new HostPort("h2", 8103), "d1", "r2", 7));
  }

  @Test
  void aWrongPlacementIsRefusedWithItsForm() {
    assertThatThrownBy(() -> DynomiteSettings.PLACEMENT.parse("rack1"))
        .hasMessage("placement: must be " + Placement.FORM + ", was 'rack1'");
    assertThatThrownBy(() -> DynomiteSettings.PLACEMENT.parse("rack1/5000000000"))
        .hasMessageContaining("was 'rack1/5000000000'");
    assertThat(Placement.lines(List.of("# ring", "", "h1 dc1/r1/5"), 8102))
        .containsExactly(new RingNode(new HostPort("h1", 8102), "dc1", "r1", 5));
  }

  @Test
  void aPipelineHasFromTheLeastToTheGreatestNumberOfCommands() {
    Range range = DynomiteSettings.PIPELINE.parse("3..10");
    List<Integer> numbers =
        LongStream.range(0, 10_000)
            .mapToObj(i -> range.of(i * 2654435761L & 0xffffffffL))
            .distinct()
            .sorted()
            .toList();
    assertThat(numbers).containsExactly(3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(DynomiteSettings.PIPELINE.parse("5").of(99)).isEqualTo(5);
    assertThatThrownBy(() -> DynomiteSettings.PIPELINE.parse("10..3"))
        .hasMessageContaining("pipeline: must be");
  }
}
