package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.custom.NodeDiscovery;
import org.plimsoll.discovery.RecordedServer.Answer;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.DiscoveryText;
import org.plimsoll.testkit.UserClasses;

/** What every source has in common, on virtual time. */
@Timeout(180)
class DiscoveryTest {
  @TempDir Path folder;

  private static long at(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void aStaticListHasItsPlacesAndFacts() throws Exception {
    try (Discovery nodes =
        Followed.of("static(10.0.0.2:7451 zone=b region=eu rank=2, [::1]:7451, name)")) {
      assertThat(nodes.find())
          .containsExactly(
              new DiscoveredNode("10.0.0.2", 7451, "b", "eu", Map.of("rank", "2"), true),
              DiscoveredNode.of("::1", 7451),
              DiscoveredNode.of("name", 0));
    }
  }

  @Test
  void aFileIsReadAgainAndItsLastNodesStayWhenItDisappears() throws Exception {
    Path file =
        Files.writeString(folder.resolve("nodes"), "# two\n10.0.0.1:1 zone=a\n\n10.0.0.2:1\n");
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes = Followed.of("file(" + file + ")")) {
      nodes.begin(clock, told);
      clock.runUntil(at(1));
      Files.writeString(file, "10.0.0.2:1\n10.0.0.3:1 healthy=false\n");
      clock.runUntil(at(3));
      Files.delete(file);
      clock.runUntil(at(20));
      assertThat(told.words())
          .containsExactly(
              "10.0.0.1:1 joined, 10.0.0.2:1 joined", "10.0.0.3:1 joined, 10.0.0.1:1 left");
      assertThat(Followed.addresses(nodes.last())).containsExactly("10.0.0.2:1", "10.0.0.3:1");
      assertThat(told.warnings())
          .containsExactly(
              "discovery file " + file + ": there is no such file; its last nodes remain in use");
      Files.writeString(file, "10.0.0.2:1\n10.0.0.3:1 healthy=false\n");
      clock.runUntil(at(60));
      assertThat(told.warnings()).hasSize(2).last().asString().endsWith("works again");
      assertThat(told.changes()).hasSize(2);
    }
  }

  @Test
  void aLineThatIsNoNodeIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("nodes"), "10.0.0.1:1\nhost:port\n");
    try (Discovery nodes = Followed.of("file(" + file + ")")) {
      assertThatThrownBy(nodes::find).hasMessageEndingWith("was 'host:port'");
    }
  }

  @Test
  void anOutageIsToldOnceAndRetriedAfterTwiceTheTimeBefore() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean(true);
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (RecordedServer server =
            RecordedServer.answering(
                _ -> isDown.get() ? Answer.failed(503) : Answer.of("{\"application\":{}}"));
        Discovery nodes = Followed.of("eureka(" + server.uri() + ",app)")) {
      nodes.begin(clock, told);
      clock.runUntil(at(0) + 1);
      assertThat(server.asked()).hasSize(1);
      clock.runUntil(at(1) + 1); // after 1 s
      assertThat(server.asked()).hasSize(2);
      clock.runUntil(at(7) + 1); // after 2 s and 4 s
      assertThat(server.asked()).hasSize(4);
      clock.runUntil(at(600));
      // after 8, 16 and 32 s, and then every 60 s
      assertThat(server.asked()).hasSize(4 + 3 + 8);
      assertThat(told.warnings())
          .singleElement()
          .asString()
          .endsWith("503; its last nodes" + " remain in use");
      isDown.set(false);
      clock.runUntil(at(700));
      assertThat(told.warnings()).hasSize(2);
      clock.runUntil(at(1000));
      assertThat(told.warnings()).hasSize(2);
    }
  }

  @Test
  void eachAddressIsListedOnceInOrder() throws Exception {
    try (Discovery nodes = Followed.of("static(b:1, a:2, b:1 zone=x, a:1)")) {
      assertThat(Followed.addresses(nodes.find())).containsExactly("a:1", "a:2", "b:1");
    }
  }

  @Test
  void addressesOfMetadataServicesAreNoNodes() throws Exception {
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes =
        Followed.of("static(10.0.0.1:1, 169.254.169.254:80, [fd00:ec2::254]:80)")) {
      nodes.begin(clock, told);
      clock.runUntil(at(1));
      assertThat(Followed.addresses(nodes.last())).containsExactly("10.0.0.1:1");
      assertThat(told.warnings())
          .containsExactly(
              "discovery static: lists addresses that no node can have: 169.254.169.254:80,"
                  + " [fd00:ec2::254]:80");
    }
  }

  @Test
  void nothingIsSentToAHostThatIsNotAllowed() throws Exception {
    HostCheck none =
        (path, address) -> {
          throw new InvalidSpecException(path + ": " + address.getHost() + " is not allowed");
        };
    try (RecordedServer server = RecordedServer.answering(_ -> Answer.of("[]"))) {
      for (String form : List.of("eureka(%s,a)", "consul(%s,a)")) {
        try (Discovery nodes = Followed.of(form.formatted(server.uri()), none)) {
          assertThatThrownBy(nodes::find).hasMessageEndingWith("127.0.0.1 is not allowed");
        }
      }
      try (Discovery nodes = Followed.of("dns(a,server=127.0.0.1:1)", none)) {
        assertThatThrownBy(nodes::find).hasMessageEndingWith("127.0.0.1 is not allowed");
      }
      assertThat(server.asked()).isEmpty();
    }
  }

  @Test
  void registriesAreNeverReadAtAMetadataAddress() {
    for (String form :
        List.of("eureka(http://169.254.169.254,a)", "consul(http://[fd00:ec2::254],a)")) {
      try (Discovery nodes = Followed.of(form)) {
        assertThatThrownBy(nodes::find)
            .hasMessageContaining("must not be at a link-local or metadata address");
      }
    }
  }

  @Test
  void aUsersClassIsAskedAndEntersThisNode() throws Exception {
    UserClasses _ =
        UserClasses.compile(
                folder,
                "Mine",
                """
                import java.util.ArrayList;
                import java.util.List;
                import org.plimsoll.api.DiscoveredNode;
                import org.plimsoll.api.custom.NodeDiscovery;
                public final class Mine implements NodeDiscovery {
                  public Subscription open(List<String> arguments, Listener listener) {
                    if (arguments.isEmpty()) {
                      throw new IllegalArgumentException("needs the name of a cluster");
                    }
                    List<DiscoveredNode> nodes = new ArrayList<>();
                    nodes.add(DiscoveredNode.of(arguments.get(0), 1));
                    listener.finds(nodes);
                    return new Subscription() {
                      public void register(DiscoveredNode self) {
                        nodes.add(self);
                        listener.finds(nodes);
                      }
                      public void close() {}
                    };
                  }
                }
                """)
            .pack("mine", NodeDiscovery.class, "Mine");
    Access access = Access.of(Drivers.in(List.of(folder)), HostCheck.ANY);
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes = Discovery.of(DiscoveryText.FORMS.parse("custom(mine,a)"), access)) {
      assertThat(Followed.addresses(nodes.find())).containsExactly("a:1");
      nodes.begin(clock, told);
      assertThat(nodes.register(DiscoveredNode.of("self", 7), clock, told::warns)).isTrue();
      clock.runUntil(at(2));
      assertThat(told.words()).containsExactly("a:1 joined", "self:7 joined");
    }
    try (Discovery nodes = Discovery.of(DiscoveryText.FORMS.parse("custom(mine)"), access)) {
      assertThatThrownBy(nodes::find)
          .hasMessage("discovery custom mine: needs the name of a cluster");
    }
    assertThatThrownBy(() -> Discovery.of(DiscoveryText.FORMS.parse("custom(mime)"), access))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("did you mean 'mine'?");
  }

  @Test
  void nodesOfTheSameZoneAreFirstAndUnhealthyOnesAreLeftOut() {
    DiscoveredNode near = DiscoveredNode.of("near", 1).in("a", "eu");
    DiscoveredNode region = DiscoveredNode.of("region", 1).in("b", "eu");
    DiscoveredNode far = DiscoveredNode.of("far", 1).in("a", "us");
    DiscoveredNode sick = new DiscoveredNode("sick", 1, "a", "eu", Map.of(), false);
    NearestFirst order = new NearestFirst("a", "eu");
    assertThat(order.order(List.of(far, sick, region, near))).containsExactly(near, region, far);
    assertThat(order.order(List.of(sick))).containsExactly(sick);
    assertThat(new NearestFirst("", "").order(List.of(far, near))).containsExactly(far, near);
  }

  @Test
  void aRegistryThatCannotBeReachedIsASentence() {
    try (Discovery nodes = Followed.of("consul(http://127.0.0.1:1,redis)")) {
      assertThatThrownBy(nodes::find)
          .hasMessage(
              "discovery consul redis at http://127.0.0.1:1: it cannot be reached (no connection)");
    }
  }
}
