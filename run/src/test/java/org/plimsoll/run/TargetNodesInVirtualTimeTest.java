package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.ForwardingDriver;

/** Targets whose hosts a discovery finds, in virtual time. */
class TargetNodesInVirtualTimeTest extends VirtualRuns {
  @TempDir Path folder;
  private final List<String> opened = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /** A simulated store that records where it is opened, and which nodes it is told. */
  private final class Following extends ForwardingDriver {
    private final boolean takesSeveral;

    Following(boolean takesSeveral) {
      super(new SimDriver());
      this.takesSeveral = takesSeveral;
    }

    @Override
    public Set<Capability> capabilities() {
      Set<Capability> all = new HashSet<>(super.capabilities());
      all.add(Capability.FOLLOWS_NODES);
      return all;
    }

    @Override
    public void checkAddress(String address) {
      if (!takesSeveral && address.contains(",")) {
        throw new IllegalArgumentException("one host");
      }
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      opened.add(context.address());
      Client client = super.open(withoutAddress(context));
      return new Client() {
        @Override
        public Session openSession() throws Exception {
          return client.openSession();
        }

        @Override
        public void nodesChanged(List<DiscoveredNode> nodes, int nearest) {
          told.add(nearest + " of " + nodes.stream().map(DiscoveredNode::authority).toList());
        }

        @Override
        public void close() {
          client.close();
        }
      };
    }
  }

  /** The simulated store has no address. */
  private static DriverContext withoutAddress(DriverContext context) {
    return (DriverContext)
        Proxy.newProxyInstance(
            DriverContext.class.getClassLoader(),
            new Class<?>[] {DriverContext.class},
            (_, method, arguments) ->
                method.getName().equals("address") ? "" : method.invoke(context, arguments));
  }

  private Path file() {
    return folder.resolve("nodes");
  }

  private void write(String... lines) {
    try {
      Files.write(file(), List.of(lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> values() {
    return Map.of(
        "discovery",
        "store=file(" + file() + ")",
        "zone",
        "eu/a",
        "rate",
        "100",
        "for",
        "10s",
        "warmup",
        "0");
  }

  private List<String> targetEvents() {
    return events().stream()
        .filter(event -> event.kind() == EventKind.TARGET)
        .map(RunEvent::text)
        .toList();
  }

  @Test
  void theNearestNodesAreFirstAndChangesReachTheDriver() throws Exception {
    write(
        "c:1 zone=c region=us",
        "b:1 zone=b region=eu",
        "a:1 zone=a region=eu",
        "d:1 healthy=false");
    run(
        new Following(true),
        "sim://@store/path",
        values(),
        _ -> {
          at(2_500, () -> write("c:1 zone=c region=us", "b:1 zone=b region=eu"));
          at(5_500, () -> write("# nothing"));
          at(8_500, () -> write("a:1 zone=a region=eu", "b:1 zone=b region=eu"));
        });

    assertThat(opened).containsExactly("a:1,b:1,c:1/path");
    assertThat(told).containsExactly("1 of [a:1, b:1, c:1]", "1 of [b:1, c:1]", "1 of [a:1, b:1]");
    assertThat(targetEvents())
        .containsExactly(
            "discovery store: a:1 left, d:1 left",
            "discovery store: b:1 left, c:1 left, so no node is left; the last nodes remain in use",
            "discovery store: a:1 joined, b:1 joined");
  }

  @Test
  void aDriverThatTakesOneHostHasTheNearest() throws Exception {
    write("b:1", "a:2 zone=a region=eu");
    run(new Following(false), "sim://@store", values(), _ -> {});

    assertThat(opened).containsExactly("a:2");
    assertThat(told).containsExactly("1 of [a:2, b:1]");
  }

  @Test
  void anOutageOfTheDiscoveryIsOneEvent() throws Exception {
    write("a:1");
    run(
        new Following(true),
        "sim://@store",
        values(),
        _ ->
            at(
                1_500,
                () -> {
                  try {
                    Files.delete(file());
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));

    assertThat(told).hasSize(1);
    assertThat(warnings())
        .containsExactly(
            "discovery file " + file() + ": there is no such file; its last nodes remain in use");
  }

  @Test
  void aTargetWithoutNodesIsUnavailable() {
    write("# nothing");
    assertThatThrownBy(() -> run(new Following(true), "sim://@store", values(), _ -> {}))
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessage("discovery store finds no nodes");
  }

  @Test
  void anUnknownNameIsRefusedBeforeAnythingIsOpened() {
    assertThatThrownBy(() -> run(new Following(true), "sim://@stor", values(), _ -> {}))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "target: must name a discovery that is given, as in --discovery"
                + " 'stor=dns(host.example.org)', was '@stor', did you mean 'store'?");
    assertThat(opened).isEmpty();
  }

  @Test
  void theGuardChecksTheHostsThatAreFound() {
    write("a:1");
    Drivers drivers = Drivers.of(new Following(true));
    RunSpec spec = RunResolver.resolve(RunRequest.of("sim://@store", values()), drivers).spec();
    List<String> asked = new ArrayList<>();
    RunGuard guard =
        new RunGuard() {
          @Override
          public void target(RunSpec.TargetSpec target) {
            asked.add(target.address());
            throw new InvalidSpecException("target: not allowed");
          }
        };
    Run run = Run.prepare(spec, drivers, List.of(), new VirtualClock(), guard, new AloneSeat());
    assertThatThrownBy(run::execute)
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("target: not allowed");
    assertThat(asked).containsExactly("a:1");
    assertThat(opened).isEmpty();
  }
}
