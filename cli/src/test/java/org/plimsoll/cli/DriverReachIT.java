package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.security.CodePolicy;
import org.plimsoll.server.security.CommandPolicy;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;

/**
 * Walks over every setting of every driver: a restricted server refuses each value that reaches
 * something, and a setting that reaches nothing opens no file.
 */
class DriverReachIT {
  /** Settings that other code interprets. A new one needs a line here, and a reason. */
  private static final Set<String> ANYTHING =
      Set.of(
          "dynamodb profile", // names credentials of the server's user
          "janusgraph options",
          "ndbench properties",
          "ndbench secret-properties",
          "s3 profile",
          "ycsb properties",
          "ycsb secret-properties");

  private static final String CANARY = "canary-40b2d7";

  private static final Drivers DRIVERS =
      Drivers.in(List.of(PlimsollProcess.ROOT.resolve("drivers")));

  @TempDir static Path folder;
  private static Path refused;
  private static Path allowed;
  private static ServerGuard guard;

  @BeforeAll
  static void restrict() throws IOException {
    refused = Files.writeString(folder.resolve("refused"), CANARY + " " + CANARY + "\n");
    allowed = Files.createDirectory(folder.resolve("allowed"));
    guard =
        new ServerGuard(
            TargetPolicy.of(List.of("*://127.0.0.1")),
            new FilePolicy(List.of(allowed)),
            RunLimits.NONE,
            CommandPolicy.NOTHING,
            new CodePolicy(List.of(allowed)),
            DRIVERS);
  }

  record Each(String driver, Setting<?> setting) {
    @Override
    public String toString() {
      return driver + " " + setting.name();
    }
  }

  static Stream<Each> settings() {
    return DRIVERS.names().stream()
        .flatMap(name ->
            DRIVERS.named(name).settings().stream().map(setting -> new Each(name, setting)));
  }

  private static void ask(Each each, String text) {
    guard.asked("set." + each.setting().name(), text, each.driver());
  }

  private static void requireRefusal(Each each, String text, String by) {
    assertThatThrownBy(() -> ask(each, text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(by)
        .hasMessageNotContaining(CANARY);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void whatAValueReachesIsRefusedUnlessTheServerAllowsIt(Each each) {
    switch (each.setting().reach()) {
      case HOSTS -> {
        requireRefusal(each, "http://10.1.2.3:1", "--allow-target");
        requireRefusal(each, "http://127.0.0.1:1,http://10.1.2.3:1", "--allow-target");
        assertThatCode(() -> ask(each, "http://127.0.0.1:1")).doesNotThrowAnyException();
      }
      case FILES -> {
        requireRefusal(each, refused.toString(), "--files");
        requireRefusal(each, allowed + "/../refused", "--files");
        assertThatCode(() -> ask(each, allowed + "/x")).doesNotThrowAnyException();
      }
      case CODE -> {
        requireRefusal(each, refused.toString(), "--code");
        requireRefusal(each, allowed + "/../refused", "--code");
        assertThatCode(() -> ask(each, allowed + "/x")).doesNotThrowAnyException();
      }
      case ANYTHING -> {
        assertThat(ANYTHING).contains(each.toString());
        requireRefusal(each, "x", "can refer to any host");
      }
      case NOTHING -> reachesNothing(each);
    }
  }

  private static void reachesNothing(Each each) {
    String histogram = "histogram(" + refused + ")";
    switch (each.setting().kind()) {
      case DISTRIBUTION -> {
        requireRefusal(each, histogram, "--files");
        requireRefusal(each, "bounded(1ms,2ms," + histogram + ")", "--files");
      }
      case TARGET -> {
        requireRefusal(each, "sim:?service=" + histogram, "--files");
        requireRefusal(each, "ycsb:x?binding=" + refused, "--code");
        requireRefusal(each, "redis://127.0.0.1?tls-ca=" + refused, "--files");
      }
      default -> {
        for (String text :
            List.of(refused.toString(), histogram, "GET " + refused, "x;" + refused)) {
          assertThatCode(() -> ask(each, text)).doesNotThrowAnyException();
          String said = parsed(each, text);
          assertThat(said).as("what %s says to %s", each, text).doesNotContain(CANARY);
        }
      }
    }
  }

  private static String parsed(Each each, String text) {
    try {
      return String.valueOf(each.setting().parse(text));
    } catch (IllegalArgumentException e) {
      return e + " " + e.getCause();
    }
  }

  @Test
  void aRequestOfHttpIsNoFile() {
    assertThatCode(() -> guard.asked("set.read", "GET /x", "http")).doesNotThrowAnyException();
  }

  @Test
  void everySettingThatReachesAnythingExists() {
    assertThat(settings().map(Each::toString)).containsAll(ANYTHING);
  }
}
