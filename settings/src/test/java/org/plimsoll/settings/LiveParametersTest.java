package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RateSpec;

/** A change parses what it changes, and results in what a whole resolution would. */
class LiveParametersTest {
  private static final Plugins PLUGINS = _ -> new PlainDriver();
  private static final int CHANGES = 400;

  /** Values that are allowed together, and some that are refused. */
  private static final Map<String, List<String>> TEXTS =
      Map.of(
          "rate", List.of("100", "5k", "ramp(1k, 2k, 5m)", "reads=100,writes=50", "read=5", "x"),
          "mix", List.of("read=80,update=20", "read=1", "all"),
          "timeout", List.of("1s", "20ms", "0"),
          "keys", List.of("1000", "2m", "0"),
          "key-distribution", List.of("uniform", "zipfian", "latest", "hotspot(0.2, 0.8)"),
          "value-bytes", List.of("100", "uniform(10, 200)"),
          "arrivals", List.of("constant", "poisson"),
          "max-in-flight", List.of("16", "1000"));

  @TempDir Path folder;

  private static LiveParameters live(Map<String, String> values) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put("seed", "1");
    return LiveParameters.of(RunRequest.of("plain:", all), Map.of(), RunRequest.empty(), PLUGINS);
  }

  private static void change(LiveParameters parameters, Map<String, @Nullable String> texts) {
    parameters.propose(texts, "ada").accept().run();
  }

  @Test
  void manyChangesResultInWhatOneWouldResultIn() {
    SplittableRandom random = new SplittableRandom(18);
    Map<String, String> base = Map.of("rate", "1k", "mix", "read=50,update=50");
    LiveParameters parameters = live(base);
    Map<String, @Nullable String> inForce = new HashMap<>();
    List<String> paths = TEXTS.keySet().stream().sorted().toList();
    int refused = 0;
    for (int i = 0; i < CHANGES; i++) {
      String path = paths.get(random.nextInt(paths.size()));
      List<String> texts = TEXTS.getOrDefault(path, List.of());
      String text = random.nextInt(4) == 0 ? null : texts.get(random.nextInt(texts.size()));
      Map<String, @Nullable String> asked = new HashMap<>();
      asked.put(path, text);
      Map<String, @Nullable String> next = new HashMap<>(inForce);
      next.put(path, text);
      try {
        change(parameters, asked);
        inForce = next;
      } catch (IllegalArgumentException e) {
        refused++;
        LiveParameters other = live(base);
        assertThatThrownBy(() -> change(other, next)).isInstanceOf(IllegalArgumentException.class);
      }
      LiveParameters whole = live(base);
      change(whole, inForce);
      assertThat(parameters.resolved()).isEqualTo(whole.resolved());
    }
    assertThat(refused).isBetween(1, CHANGES / 2);
  }

  @Test
  void someParametersAreThoseOfAllInTheSameOrder() {
    RunRequest request =
        RunRequest.of("plain:", Map.of("mix", "read=50,update=50", "seed", "1"))
            .withScenarios("search/rate=100", "buy/rate=200", "buy/keys=10");
    LiveParameters parameters = LiveParameters.of(request, Map.of(), RunRequest.empty(), PLUGINS);
    change(parameters, Map.of("scenario/buy/rate", "300"));
    List<LiveParameters.Parameter> all = parameters.all();

    assertThat(all).extracting(LiveParameters.Parameter::path).doesNotHaveDuplicates();
    assertThat(all).extracting(LiveParameters.Parameter::text).contains("300");
    for (LiveParameters.Parameter each : all) {
      assertThat(parameters.at(List.of(each.path()))).containsExactly(each);
      assertThat(parameters.setting(each.path())).contains(each.setting());
    }
    assertThat(parameters.at(List.of("scenario/buy/rate", "no-such", "seed")))
        .extracting(LiveParameters.Parameter::path)
        .containsExactly("seed", "scenario/buy/rate");
    assertThat(parameters.at(all.reversed().stream().map(each -> each.path()).toList()))
        .isEqualTo(all);
  }

  @Test
  void aFileIsReadAgainOnlyIfItsParameterIsAskedFor() throws Exception {
    Path rates = Files.writeString(folder.resolve("rates.csv"), "0s,100\n10s,200\n");
    LiveParameters parameters = live(Map.of("rate", "csv(" + rates + ")"));
    RateSpec before = rate(parameters);
    Files.writeString(rates, "0s,300\n10s,400\n");

    change(parameters, Map.of("timeout", "1s"));
    assertThat(rate(parameters)).isSameAs(before);
    change(parameters, Map.of("rate", "csv(" + rates + ")"));
    assertThat(rate(parameters)).isNotEqualTo(before);

    Files.delete(rates);
    change(parameters, Map.of("timeout", "2s"));
    assertThatThrownBy(() -> change(parameters, Map.of("rate", "csv(" + rates + ")")))
        .isInstanceOf(IllegalArgumentException.class);
    change(parameters, Map.of("timeout", "3s"));
  }

  @Test
  void aChangeThatIsNotAcceptedLeavesNothingBehind() throws Exception {
    Path rates = Files.writeString(folder.resolve("rates.csv"), "0s,100\n10s,200\n");
    LiveParameters parameters = live(Map.of("rate", "1k"));
    String text = "csv(" + rates + ")";
    RateSpec first =
        parameters
            .propose(Map.of("rate", text), "ada")
            .next()
            .spec()
            .loads()
            .getFirst()
            .parameters()
            .lanes()
            .getFirst()
            .rate();
    Files.writeString(rates, "0s,300\n10s,400\n");

    change(parameters, Map.of("rate", text));

    assertThat(rate(parameters)).isNotEqualTo(first);
  }

  @Test
  void aWholeRequestIsParsedWithoutWhatWasParsedBefore() throws Exception {
    Path rates = Files.writeString(folder.resolve("rates.csv"), "0s,100\n10s,200\n");
    RunRequest request = RunRequest.of("plain:", Map.of("rate", "csv(" + rates + ")"));
    ResolvedRun _ = RunResolver.resolve(request, PLUGINS);
    Files.delete(rates);

    assertThatThrownBy(() -> RunResolver.resolve(request, PLUGINS))
        .isInstanceOf(InvalidSpecException.class);
  }

  private static RateSpec rate(LiveParameters parameters) {
    return parameters.resolved().spec().loads().getFirst().parameters().lanes().getFirst().rate();
  }
}
