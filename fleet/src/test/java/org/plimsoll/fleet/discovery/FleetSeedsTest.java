package org.plimsoll.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.custom.NodeDiscovery;
import org.plimsoll.discovery.Access;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.testkit.UserClasses;

/** Seeds of a fleet, on virtual time. */
@Timeout(180)
class FleetSeedsTest {
  private static final int PORT = 7460;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @TempDir Path folder;
  private final VirtualClock clock = new VirtualClock();
  private final List<String> notices = new ArrayList<>();

  private FleetSeeds of(String text, String self) {
    return FleetSeeds.of(
        text,
        Access.of(Drivers.in(List.of(folder)), HostCheck.ANY),
        DiscoveredNode.of(self, PORT),
        PORT,
        clock,
        notices::add);
  }

  private static List<String> texts(List<HostPort> seeds) {
    return seeds.stream().map(HostPort::toString).toList();
  }

  @Test
  void allNodesSeeTheSeedsInTheSameOrder() throws Exception {
    String text = "static(10.0.0.3,10.0.0.1,10.0.0.2:7461,10.0.0.9 healthy=false)";
    for (String self : List.of("10.0.0.1", "10.0.0.3")) {
      try (FleetSeeds seeds = of(text, self)) {
        assertThat(texts(seeds.begin(null)))
            .containsExactly("10.0.0.1:7460", "10.0.0.2:7461", "10.0.0.3:7460");
      }
    }
  }

  @Test
  void seedsAreFollowed() throws Exception {
    Path file = Files.writeString(folder.resolve("nodes"), "10.0.0.1\n");
    List<List<String>> changes = new ArrayList<>();
    try (FleetSeeds seeds = of("file(" + file + ")", "10.0.0.1")) {
      assertThat(texts(seeds.begin(found -> changes.add(texts(found)))))
          .containsExactly("10.0.0.1:7460");
      Files.writeString(file, "10.0.0.1\n10.0.0.2\n");
      clock.runUntil(2 * SECOND);
      assertThat(changes).last().isEqualTo(List.of("10.0.0.1:7460", "10.0.0.2:7460"));
    }
  }

  @Test
  void aSourceThatCannotBeReadYetIsANoticeAndIsTriedAgain() throws Exception {
    Path file = folder.resolve("nodes");
    List<List<String>> changes = new ArrayList<>();
    try (FleetSeeds seeds = of("file(" + file + ")", "10.0.0.2")) {
      assertThat(texts(seeds.begin(found -> changes.add(texts(found)))))
          .containsExactly("10.0.0.2:7460");
      assertThat(notices)
          .containsExactly("discovery file " + file + ": there is no such file; trying again");
      Files.writeString(file, "10.0.0.1\n");
      clock.runUntil(2 * SECOND);
      assertThat(changes).containsExactly(List.of("10.0.0.1:7460", "10.0.0.2:7460"));
      assertThat(notices).hasSize(1);
    }
  }

  @Test
  void thisNodeEntersARegistryAndLeavesIt() throws Exception {
    Path entries = folder.resolve("entries");
    UserClasses _ =
        UserClasses.compile(
                folder,
                "Mine",
                """
                import java.nio.file.*;
                import java.util.List;
                import org.plimsoll.api.DiscoveredNode;
                import org.plimsoll.api.custom.NodeDiscovery;
                public final class Mine implements NodeDiscovery {
                  public Subscription open(List<String> arguments, Listener listener) {
                    Path file = Path.of(arguments.getFirst());
                    listener.finds(List.of(DiscoveredNode.of("10.0.0.1", 0)));
                    return new Subscription() {
                      public void register(DiscoveredNode self) throws Exception {
                        Files.writeString(file, self.authority());
                      }
                      public void close() throws Exception {
                        Files.delete(file);
                      }
                    };
                  }
                }
                """)
            .pack("mine", NodeDiscovery.class, "Mine");
    try (FleetSeeds seeds = of("custom(mine," + entries + ")", "10.0.0.2")) {
      assertThat(texts(seeds.begin(null))).containsExactly("10.0.0.1:7460", "10.0.0.2:7460");
      clock.runUntil(1);
      assertThat(entries).hasContent("10.0.0.2:7460");
    }
    assertThat(entries).doesNotExist();
    assertThat(notices).isEmpty();
  }

  @Test
  void aTextThatIsNoDiscoveryIsRefused() {
    assertThatThrownBy(() -> of("dsn(a)", "10.0.0.1"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("discovery: must be static(")
        .hasMessageEndingWith("was 'dsn(***)', did you mean 'dns'?");
  }
}
