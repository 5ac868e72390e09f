package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The nodes of keys, from the files of a cluster. */
class RingTest {
  private static final String CLUSTER =
      """
      <cluster><name>c</name>
        <zone><zone-id>0</zone-id><proximity-list>1, 2</proximity-list></zone>
        <zone><zone-id>1</zone-id><proximity-list>2, 0</proximity-list></zone>
        <zone><zone-id>2</zone-id><proximity-list>1, 0</proximity-list></zone>
        <server><id>0</id><host>a</host><socket-port>1</socket-port><zone-id>0</zone-id>
          <partitions>0, 3</partitions></server>
        <server><id>1</id><host>b</host><socket-port>1</socket-port><zone-id>1</zone-id>
          <partitions>1, 4</partitions></server>
        <server><id>2</id><host>c</host><socket-port>1</socket-port><zone-id>2</zone-id>
          <partitions>2, 5</partitions></server>
        <server><id>3</id><host>d</host><socket-port>1</socket-port><zone-id>0</zone-id>
          <partitions>6, 7</partitions></server>
      </cluster>
      """;

  private static String store(String more) {
    return """
    <stores>
      <store><name>s</name><persistence>bdb</persistence><routing>client</routing>
        <required-reads>1</required-reads><required-writes>2</required-writes>
        <preferred-reads>2</preferred-reads>%s
      </store>
      <view><name>v</name><view-of>s</view-of><required-reads>2</required-reads></view>
    </stores>
    """
        .formatted(more);
  }

  private static List<Integer> nodes(int partition, String more, int zone) throws IOException {
    Cluster cluster = Cluster.parse(CLUSTER);
    Ring ring = new Ring(cluster, StoreDefinition.parse(store(more), "s"), zone);
    return ring.nodesOf(partition).stream().map(ClusterNode::id).toList();
  }

  @Test
  void copiesAreOnTheNextNodesOfTheRing() throws IOException {
    String three = "<replication-factor>3</replication-factor>";
    assertThat(nodes(0, three, -1)).containsExactly(0, 1, 2);
    assertThat(nodes(4, three, -1)).containsExactly(1, 2, 3);
    assertThat(nodes(6, three, -1)).containsExactly(3, 0, 1);
  }

  @Test
  void zonesHaveAsManyCopiesAsTheStoreSays() throws IOException {
    String zoned =
        "<replication-factor>3</replication-factor><routing-strategy>zone-routing"
            + "</routing-strategy><zone-replication-factor>"
            + "<replication-factor zone-id=\"0\">2</replication-factor>"
            + "<replication-factor zone-id=\"2\">1</replication-factor></zone-replication-factor>";
    assertThat(nodes(0, zoned, -1)).containsExactly(0, 2, 3);
    assertThat(nodes(1, zoned, -1)).containsExactly(2, 0, 3);
    assertThat(nodes(1, zoned, 0)).containsExactly(0, 3, 2);
  }

  @Test
  void nearerZonesAreAskedFirst() throws IOException {
    String all = "<replication-factor>4</replication-factor>";
    assertThat(nodes(0, all, 1)).containsExactly(1, 2, 0, 3);
    assertThat(nodes(0, all, 2)).containsExactly(2, 1, 0, 3);
  }

  @Test
  void allNodesHaveAllRowsWithAllRouting() throws IOException {
    String all =
        "<replication-factor>1</replication-factor>"
            + "<routing-strategy>all-routing</routing-strategy>";
    assertThat(nodes(5, all, -1)).containsExactly(2, 3, 0, 1);
  }

  /** The real server has refused these keys, and named their partitions. */
  @Test
  void partitionsAreThoseThatTheServerNames() throws IOException {
    Ring ring =
        new Ring(
            Cluster.parse(CLUSTER),
            StoreDefinition.parse(store("<replication-factor>1</replication-factor>"), "s"),
            -1);
    assertThat(ring.partitions()).isEqualTo(8);
    assertThat(ring.partition(bytes("a"))).isEqualTo(4);
    assertThat(ring.partition(bytes("c"))).isEqualTo(6);
    assertThat(ring.partition(bytes("d"))).isEqualTo(5);
  }

  @Test
  void aViewHasTheNodesOfItsStoreAndItsOwnNumbers() throws IOException {
    StoreDefinition view =
        StoreDefinition.parse(store("<replication-factor>3</replication-factor>"), "v");
    assertThat(view.replicas()).isEqualTo(3);
    assertThat(view.reads()).isEqualTo(new StoreDefinition.Quorum(2, 2, 0));
    assertThat(view.writes()).isEqualTo(new StoreDefinition.Quorum(2, 2, 0));
    assertThat(view.persistence()).isEqualTo("bdb");
  }

  @Test
  void brokenFilesAreReported() {
    assertThatThrownBy(() -> Cluster.parse("<cluster><server><id>x</id></server></cluster>"))
        .hasMessage("id: must be a number, was 'x'");
    assertThatThrownBy(() -> Cluster.parse("<cluster/>"))
        .hasMessage("cluster.xml: names no server");
    assertThatThrownBy(() -> Cluster.parse("<!DOCTYPE c SYSTEM \"file:/nothing\"><cluster/>"))
        .hasMessageContaining("cluster.xml: is not valid XML");
    assertThatThrownBy(
            () -> Cluster.parse(CLUSTER.replace("2, 5</partitions>", "5</partitions>")).ring())
        .hasMessage("cluster.xml: no server has the partition 2");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
