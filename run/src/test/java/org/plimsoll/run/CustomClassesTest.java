package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.UserClasses;

/** Tests classes that a user has compiled, in a folder next to those of drivers. */
class CustomClassesTest {
  private static final String SOURCE =
      """
      package mine;

      import java.util.List;
      import org.plimsoll.api.custom.CustomArrivals;
      import org.plimsoll.api.custom.CustomKeys;

      public final class Multiples implements CustomKeys {
        public Keys over(long keys, List<String> arguments) {
          if (arguments.size() != 1) {
            throw new IllegalArgumentException("multiples take one number");
          }
          long of = Long.parseLong(arguments.get(0));
          return (random, index, atNanos) -> of * random.nextLong((keys + of - 1) / of);
        }

        public static final class Pairs implements CustomArrivals {
          public Gaps of(List<String> arguments) {
            boolean[] second = {false};
            return random -> (second[0] = !second[0]) ? 0 : 2;
          }
        }

        public static final class Beyond implements CustomKeys {
          public Keys over(long keys, List<String> arguments) {
            return (random, index, atNanos) -> keys;
          }
        }
      }
      """;

  @TempDir static Path roots;

  private final WatchedDriver target = WatchedDriver.counting();

  private final Plugins plugins = PluginFolders.in(roots, target);

  @BeforeAll
  static void compileAndPack() throws Exception {
    UserClasses.compile(roots, "Multiples", SOURCE)
        .pack("multiples", CustomKeys.class, "mine.Multiples")
        .pack("pairs", CustomArrivals.class, "mine.Multiples$Pairs")
        .pack("beyond", CustomKeys.class, "mine.Multiples$Beyond");
  }

  private RunSpec resolved(String keys) {
    Map<String, String> values =
        Map.of(
            "key-distribution", keys,
            "keys", "1000",
            "rate", "1000",
            "warmup", "0",
            "for", "2s");
    return RunResolver.resolve(RunRequest.of("sim:", values), plugins).spec();
  }

  private void run(String keys) throws Exception {
    Run.prepare(resolved(keys), Drivers.of(target), List.of(), new VirtualClock()).execute();
  }

  @Test
  void aRunRequestsTheKeysThatAUsersClassDraws() throws Exception {
    run("custom(multiples, 7)");
    assertThat(target.seen())
        .hasSize(2_000)
        .allMatch(seen -> seen.key() % 7 == 0)
        .anyMatch(seen -> seen.key() > 980);
  }

  @Test
  void argumentsThatTheClassRefusesAreReportedBeforeAnyLoad() {
    assertThatThrownBy(() -> resolved("custom(multiples)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("key-distribution: must")
        .hasMessageContaining("multiples take one number")
        .hasMessageEndingWith("was 'custom(multiples)'");
  }

  @Test
  void anUnknownNameIsRefusedWithTheNearestKnownName() {
    assertThatThrownBy(() -> resolved("custom(multiple)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("did you mean 'multiples'?");
    assertThatThrownBy(() -> resolved("custom(pairs)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(CustomKeys.class.getName());
  }

  @Test
  void anInvalidKeyEndsTheRunWithTheNameOfTheClass() {
    assertThatThrownBy(() -> run("custom(beyond)")).hasMessageContaining("custom(beyond)");
  }

  @Test
  void onlyFoldersWithADriverAreListed() {
    assertThat(Drivers.in(List.of(roots)).names()).isEmpty();
  }
}
