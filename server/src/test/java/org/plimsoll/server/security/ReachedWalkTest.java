package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.api.Setting;
import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.text.Argument;
import org.plimsoll.settings.text.Form;
import org.plimsoll.settings.text.Forms;
import org.plimsoll.settings.text.Reached;

/**
 * A walk over every argument of every form of every run setting. What reaches something is refused
 * where it is not allowed. A new argument that takes any text and does not say what it reaches
 * fails this test. No address is connected to, and names are resolved by the test.
 */
class ReachedWalkTest {
  /** Texts that reach something, for an argument that takes them. */
  private static final List<String> REACHING =
      List.of(
          "/etc/hostname",
          "env:HOME",
          "file:/etc/hostname",
          "http://10.9.8.7/x",
          "http://169.254.169.254/x",
          "10.9.8.7:99",
          "10.9.8.7",
          "jdbc:postgresql://10.9.8.7/db",
          "jdbc:oracle:thin:@10.9.8.7");

  /** Values of the other arguments, which are allowed. */
  private static final List<String> ALLOWED =
      List.of(
          "1",
          "0.5",
          "2",
          "1s",
          "10s",
          "s3://bkt/k",
          "http://127.0.0.1:1/x",
          "127.0.0.1:99",
          "jdbc:postgresql://127.0.0.1/db",
          "env:PLIMSOLL_X",
          "eu-central-1",
          "etsy",
          "json",
          "replay",
          "private",
          "a=b");

  /** Arguments with texts that are sent or compared, and never opened. */
  private static final Set<String> PLAIN =
      Set.of(
          "bucket",
          "org",
          "table-or-query",
          "argument",
          "name-or-regex",
          "bean,attribute",
          // Of discoveries, whose nodes are checked when they are found.
          "node",
          "query",
          "name=value",
          "service",
          "application",
          "namespace",
          "port",
          "tag",
          "datacenter");

  private static final String REFUSED =
      "(?s).*(--files|--allow-target|PLIMSOLL_|can be checked|" + "metadata address).*";

  @TempDir static Path folder;

  private final Drivers drivers = Drivers.of(new SimDriver());
  private final ServerGuard guard =
      new ServerGuard(
          TargetPolicy.of(List.of("*://127.0.0.1"), ReachedWalkTest::resolve),
          new FilePolicy(List.of(folder)),
          new RunLimits(1, 1, 1, 1, 1),
          drivers);

  private static InetAddress[] resolve(String name) throws UnknownHostException {
    if (!name.matches("[0-9.]+")) {
      throw new UnknownHostException(name);
    }
    return new InetAddress[] {InetAddress.ofLiteral(name)};
  }

  static Stream<Setting<?>> settingsWithForms() {
    return RunSettings.all().filter(setting -> RunSettings.forms(setting).isPresent());
  }

  @ParameterizedTest
  @MethodSource("settingsWithForms")
  void everyArgumentThatReachesSomethingIsRefused(Setting<?> setting) {
    Forms<?> forms = RunSettings.forms(setting).orElseThrow();
    for (Form<?> form : forms.all()) {
      for (Argument<?> argument : form.arguments()) {
        for (String text : REACHING) {
          List<Reached> reached = reached(argument, text);
          boolean isCode = reached.stream().allMatch(Reached.Code.class::isInstance);
          if (!reached.isEmpty() && !isCode) {
            String whole = written(setting, form, argument, text);
            assertThatThrownBy(() -> guard.asked(setting.name(), whole, "sim"))
                .as(whole)
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageMatching(REFUSED);
          }
        }
      }
      String fine = written(setting, form, null, "");
      if (form.name().equals("ec2")) {
        assertThatThrownBy(() -> guard.asked(setting.name(), fine, "sim"))
            .hasMessageContaining("must not read the metadata of this server's instance");
        continue;
      }
      if (form.arguments().stream().noneMatch(each -> each.name().equals("file"))) {
        assertThatCode(() -> guard.asked(setting.name(), fine, "sim"))
            .as(fine)
            .doesNotThrowAnyException();
      }
    }
  }

  /** What an argument takes is what it reaches, unless it is a text that is never opened. */
  private static <T> List<Reached> reached(Argument<T> argument, String text) {
    T value;
    try {
      value = argument.parser().apply(text);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
    List<Reached> reached = argument.reached().apply(value);
    boolean isReference = text.startsWith("env:") || text.startsWith("file:");
    if (!PLAIN.contains(argument.name()) && !(argument.secret() && !isReference)) {
      boolean isUser = argument.name().equals("user") && !isReference;
      assertThat(reached.isEmpty() && !isUser)
          .as("%s takes '%s' and does not say that it reaches it", argument.name(), text)
          .isFalse();
    }
    return reached;
  }

  /** A form with all its arguments, of which one has a text. */
  private static String written(
      Setting<?> setting, Form<?> form, @Nullable Argument<?> of, String text) {
    List<String> values = new ArrayList<>();
    for (Argument<?> each : form.arguments()) {
      String value = each.equals(of) ? text : allowed(each);
      values.add(each.hasKey() ? each.name() + "=" + value : value);
    }
    String inside = values.stream().collect(Collectors.joining(","));
    String named = setting.equals(RunSettings.DISCOVERY) ? "a=" + form.name() : form.name();
    return values.isEmpty() ? named : named + "(" + inside + ")";
  }

  private static String allowed(Argument<?> argument) {
    return switch (argument.name()) {
      case "file", "ca" -> folder.resolve("f").toString();
      case "host[:port]" -> "127.0.0.1";
      case "table-or-query" -> "limits";
      default -> ALLOWED.stream().filter(text -> takes(argument, text)).findFirst().orElseThrow();
    };
  }

  private static boolean takes(Argument<?> argument, String text) {
    try {
      return argument.parser().apply(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "history | /etc/hostname",
        "requests | /etc/hostname",
        "scenario/a/requests | /etc/hostname",
        "rate | read=1,update=csv(/etc/hostname)",
        "fields | histogram(/etc/hostname)",
        "update-fields | bounded(1,2,histogram(/etc/hostname))",
        "value-bytes | HISTOGRAM(/etc/hostname)",
        "scan-length | histogram( /etc/hostname )",
        "bulk-size | histogram(/etc/hostname)",
        "think-time | histogram(/etc/hostname)",
        "set.service | histogram(/etc/hostname)",
        "schedule | at=5m rate=csv(/etc/hostname)",
        "schedule | at=5m set.service=histogram(/etc/hostname)",
        "schedule | at=5m http=(GET http://10.9.8.7/)",
        "before | http=(http://10.9.8.7/)",
      })
  void textsWithoutFormsAreRefused(String path, String text) {
    assertThatThrownBy(() -> guard.asked(path, text, "sim"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageMatching(REFUSED);
  }

  @Test
  void commandsAreRefused() {
    for (String path : List.of("before", "schedule")) {
      String at = path.equals("schedule") ? "at=1s " : "";
      assertThatThrownBy(() -> guard.asked(path, at + "command=(rm -r x)", "sim"))
          .hasMessageContaining("--allow-command");
    }
  }

  /** A setting of a new kind of text fails here until it says what it reaches. */
  @Test
  void everySettingSaysWhatItReaches() {
    RunSettings.all()
        .forEach(setting -> {
          try {
            guard.asked(
                setting.name(), setting.defaultText() == null ? "1" : setting.defaultText(), "sim");
          } catch (InvalidSpecException e) {
            assertThat(e).hasMessageMatching("(?s)[a-z-]+: must .*");
          }
        });
  }

  /** Classes come from folders that the configuration of the server names, not from a path. */
  @Test
  void classesAreNamedAndNotFoundByPath() {
    for (String name : List.of("/tmp/evil", "../evil", ".")) {
      assertThatThrownBy(() -> drivers.custom(CustomKeys.class, name))
          .isInstanceOf(InvalidSpecException.class);
    }
  }
}
