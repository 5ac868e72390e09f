package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ShownUrl;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.ActionText;
import org.plimsoll.settings.text.Argument;
import org.plimsoll.settings.text.ScheduleText;

/** A secret is shown nowhere, whatever kind of value contains it and whatever is wrong with it. */
class ShownSecretsTest {
  private static final String CANARY = "hUnT3r2zQ";

  /** Each form of each setting, with a secret in each argument that can have one. */
  static List<String> formsWithSecrets() {
    List<String> all = new ArrayList<>();
    RunSettings.all()
        .forEach(setting ->
            RunSettings.forms(setting)
                .ifPresent(forms ->
                    forms
                        .all()
                        .forEach(form -> {
                          List<String> arguments =
                              form.arguments().stream().map(ShownSecretsTest::written).toList();
                          if (String.join("", arguments).contains(CANARY)) {
                            String text = String.join(",", arguments);
                            all.add(setting.name() + "|" + form.name() + "(" + text + ")");
                            all.add(setting.name() + "|" + form.name() + "(" + text);
                            all.add(setting.name() + "|" + form.name() + "(" + text + "))");
                            all.add(setting.name() + "|" + form.name() + "x(" + text + ")");
                            all.add(setting.name() + "|x=" + form.name() + "(" + text + ")");
                          }
                        })));
    return all;
  }

  private static String written(Argument<?> argument) {
    boolean isUrl = argument.allowed().contains("URL") || argument.allowed().contains("host");
    String url =
        argument.name().startsWith("jdbc")
            ? "jdbc:postgresql://me:" + CANARY + "@h:1/p?k=" + CANARY
            : "http://me:" + CANARY + "@h:1/p?k=" + CANARY + "#" + CANARY;
    String value = argument.secret() ? CANARY : isUrl ? url : "x";
    return argument.use() == Argument.Use.KEYED ? argument.name() + "=" + value : value;
  }

  @ParameterizedTest
  @MethodSource("formsWithSecrets")
  void formsAreShownAndRefusedWithoutSecrets(String line) {
    String name = line.substring(0, line.indexOf('|'));
    String text = line.substring(line.indexOf('|') + 1);
    assertThat(RunSettings.shown(name, text)).as(line).doesNotContain(CANARY);
    try {
      RunSettings.named(name).orElseThrow().parse(text);
    } catch (InvalidSpecException e) {
      assertThat(e.getMessage()).as(line).doesNotContain(CANARY);
    } catch (IllegalArgumentException e) {
      // The caller shows the message of the cause.
      assertThat(e)
          .as(line)
          .cause()
          .isInstanceOf(InvalidSpecException.class)
          .message()
          .doesNotContain(CANARY);
    }
  }

  @Test
  void someFormsHaveSecrets() {
    assertThat(formsWithSecrets())
        .anyMatch(line -> line.startsWith("metrics|otlp("))
        .anyMatch(line -> line.startsWith("telemetry|prometheus("))
        .anyMatch(line -> line.startsWith("notify|webhook("))
        .anyMatch(line -> line.startsWith("properties|jdbc("))
        .anyMatch(line -> line.startsWith("properties|custom("));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis//:hUnT3r2zQ@h",
        "redis:://u:hUnT3r2zQ@h",
        "://u:hUnT3r2zQ@h",
        "u:hUnT3r2zQ@h",
        "1redis://u:hUnT3r2zQ@h",
        "redis://u:hUnT3r2zQ@ss@h a",
        "redis://u:hUnT3r2zQ?x@h a",
        "redis://u:x?hUnT3r2zQ@h:6379 a",
        "redis://h?password=hUnT3r2zQ a",
        "redis://h?password=hUnT3r2zQ@b a",
        "1jdbc:sqlserver://h;password=hUnT3r2zQ",
        "1redis://h?a@b=hUnT3r2zQ",
      })
  void aMalformedTargetIsQuotedWithoutSecrets(String target) {
    assertThat(TargetUri.masked(target)).doesNotContain(CANARY);
    try {
      TargetUri.parse(target);
    } catch (InvalidSpecException e) {
      assertThat(e.getMessage()).doesNotContain(CANARY);
    }
    try {
      Setting.target("cache", null).parse(target.replace(':', ';'));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain(CANARY).endsWith("was '***'");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://h:8080/p/q | https://h:8080/p/q",
        "https://me:pw@h/p?a=b#c | https://***@h/p?***",
        "https://me:p?w@h/p | https://***",
        "https://h/p?mail=a@b | https://h/p?***",
        "https://h?mail=a@b | https://***",
        "h:9000 | h:9000",
        "me:pw@h:9000 | ***@h:9000",
        "[::1]:9000 | [::1]:9000",
        "jdbc:mariadb://address=(host=h)(password=pw)/db | jdbc:mariadb://***",
        "jdbc:mysql://me:pw@h:1,i:2/db?x=y | jdbc:mysql://***@h:1,i:2/db?***",
        "jdbc:h2:mem:x;PASSWORD=pw | jdbc:h2:mem:x?***",
      })
  void urlsAreShownWithoutUserAndQuery(String url, String shown) {
    assertThat(ShownUrl.of(url)).isEqualTo(shown);
  }

  @Test
  void actionsAndSchedulesAreShownWithoutSecrets() {
    String http = "http=(POST http://me:hUnT3r2zQ@h/x?k=hUnT3r2zQ)";
    assertThat(ActionText.parseAll("before", http).getFirst().text())
        .isEqualTo("POST http://***@h/x?***");
    assertThat(ScheduleText.masked("at=5m " + http + "; at=6m rate=5", _ -> false))
        .isEqualTo("at=5m http=(POST http://***@h/x?***); at=6m rate=5");
  }

  @Test
  void refusedValuesOfARunAreQuotedWithoutSecrets() {
    for (Map.Entry<String, String> each :
        Map.of(
                "metrics", "otlp(http://h/x?k=hUnT3r2zQ,often)",
                "telemetry", "http://h/metrics?k=hUnT3r2zQ",
                "properties", "url(https://h/x?k=hUnT3r2zQ,soon)",
                "notify", "webhook(hUnT3r2zQ)",
                "schedule", "at=5m http=(GET http://me:hUnT3r2zQ@h/ x",
                "before", "http=(FETCH http://h/x?k=hUnT3r2zQ)")
            .entrySet()) {
      RunSettings.named(each.getKey())
          .ifPresent(
              setting -> assertThat(refusal(setting, each.getValue())).doesNotContain(CANARY));
    }
  }

  private static String refusal(Setting<?> setting, String text) {
    try {
      Map<String, Given> texts = Map.of(setting.name(), new Given(text, "test"));
      Object _ = new GivenValues(texts, ParsedTexts.none()).find(setting);
      return "";
    } catch (InvalidSpecException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
