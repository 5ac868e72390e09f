package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.Workload;

/** Tests settings of keys, and the messages about mistakes. */
class KeySettingsTest {
  @TempDir Path folder;
  private Path keys;

  /** A driver that cannot open a target. */
  private static final class Described implements Driver {
    @Override
    public String name() {
      return "described";
    }

    @Override
    public String description() {
      return "Opens nothing.";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of(OperationType.READ, OperationType.UPDATE);
    }

    @Override
    public Client open(DriverContext context) {
      throw new IllegalStateException();
    }
  }

  @BeforeEach
  void writeKeys() throws IOException {
    keys = Files.writeString(folder.resolve("keys.txt"), "anna\nbob\nanna\n\nzoë\r\nbob\n");
    Files.writeString(folder.resolve("trace.txt"), "3\n1\n4\n1\n5\n");
    Files.writeString(folder.resolve("weights.txt"), "1\n2\n3\n");
    Files.writeString(folder.resolve("words.txt"), "one\n");
    Files.writeString(folder.resolve("empty.txt"), "\n");
  }

  private WorkloadSpec resolved(String... pairs) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1].replace("@", folder + "/"));
    }
    RunRequest request = RunRequest.of("described:", values);
    return RunResolver.resolve(request, _ -> new Described()).spec().parameters().workload();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform",
        "zipfian",
        "zipfian(1.2)",
        "ycsb-zipfian",
        "latest",
        "latest(0.5)",
        "hotspot(0.2,0.8)",
        "exponential(0.2, 0.95)",
        "sequential",
        "binomial(0.5)",
        "geometric(0.001)",
        "hypergeometric(10k,500,600)",
        "pascal(3,0.1)",
        "poisson(1.5k)",
        "normal(0.5,0.1)",
        "histogram(@weights.txt)",
        "keys(@keys.txt,replay)",
        "keys(@keys.txt,drawn)",
        "keys(@keys.txt)",
        "trace(@trace.txt)"
      })
  void everyDistributionIsReadAndCompiled(String text) {
    WorkloadSpec spec = resolved("key-distribution", text);
    Workload workload =
        Workload.of(
            spec,
            List.of(new Parameters.Weight(OperationType.READ, 1)),
            1,
            new KeySequence(spec.keys().count()));
    OperationBuffer operation = new OperationBuffer();
    workload.prepare(operation, 5);
    assertThat(operation.key().number()).isBetween(0L, spec.keys().count() - 1);
    assertThat(resolved("key-distribution", text).keys().distribution())
        .isEqualTo(spec.keys().distribution());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "zipfian(0); must be zipfian(θ) with θ a number above 0 and at most 100",
        "zipfian(x); must be zipfian(θ) with θ a number",
        "zipfian(1; must end with ')'",
        "zipfian(); must be zipfian(θ)",
        "uniform(1); must be uniform",
        "latest(101); θ a number above 0 and at most 100",
        "hotspot(2,3); with keys a number from 0 to 1",
        "hotspot(0.2); must be hotspot(keys,requests)",
        "exponential(0.9,0.5); shares 0 < keys < requests < 1",
        "binomial(1); with p a number above 0 and below 1",
        "geometric(0); with p a number above 0 and below 1",
        "pascal(0,0.5); at least 1",
        "poisson(0); a mean above 0",
        "normal(0.5,0); with deviation a number above 0 and at most 1",
        "hypergeometric(10,11,1); at most the population",
        "hypergeometric(1m,1m,200k); a result below the number of keys",
        "histogram(@words.txt); must be histogram(file)",
        "histogram(@nothing.txt); must name a file that exists",
        "keys(@nothing.txt,drawn); must name a file that exists",
        "keys(@empty.txt,drawn); with a key on each line",
        "keys(@keys.txt,shuffled); must be keys(file,order) with order replay or drawn",
        "trace(@words.txt); on each line, was 'one'",
        "trace(@empty.txt); with a position on each line",
        "custom(mine); must not be custom(mine)",
      })
  void mistakesAreReportedWithTheTextAndWhatIsAllowed(String text, String allowed) {
    assertThatThrownBy(() -> resolved("key-distribution", text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("key-distribution: must")
        .hasMessageContaining(allowed)
        .hasMessageEndingWith(", was '" + text.replace("@", folder + "/") + "'");
  }

  @Test
  void theNearestNameIsSuggested() {
    assertThatThrownBy(() -> resolved("key-distribution", "zipfain"))
        .hasMessageStartingWith("key-distribution: must be uniform, zipfian(θ),")
        .hasMessageEndingWith(", was 'zipfain', did you mean 'zipfian'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "key-window; sliding(10)",
        "key-window; sliding(0,5s)",
        "key-window; flipping(10,0)",
        "key-window; drift(10,0)",
        "key-window; sideways(10,5s)",
        "key-repeat; 1",
        "key-repeat; -0.1",
        "client-cache; 1",
        "fields; 0",
        "fields; uniform(0,5)",
        "fields; exponential(5)",
        "fields; 20k",
        "update-fields; 0",
        "update-fields; 20k",
        "update-fields; some",
        "value-bytes; zipfian(1,2GiB)",
      })
  void otherMistakesNameTheSetting(String setting, String text) {
    assertThatThrownBy(() -> resolved(setting, text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith(setting + ": must be ")
        .hasMessageEndingWith(", was '" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "latest, key-window, 'sliding(10,5s)'",
    "'keys(@keys.txt,replay)', key-window, 'drift(2,1)'",
    "trace(@trace.txt), key-window, 'flipping(10,5s)'",
    "latest, key-repeat, 0.5",
    "uniform, key-window, 'sliding(1m,5s)'",
    "'keys(@keys.txt,replay)', keys, 4",
  })
  void conflictingValuesAreRefused(String distribution, String setting, String text) {
    assertThatThrownBy(() -> resolved("key-distribution", distribution, setting, text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("key-distribution: must")
        .hasMessageContaining(text);
  }

  @Test
  void aFileOfKeysIsReplayedWithItsNames() {
    WorkloadSpec spec = resolved("key-distribution", "keys(@keys.txt,replay)", "first-key", "40");
    assertThat(spec.keys().count()).isEqualTo(3);
    assertThat(spec.keys().distribution())
        .isInstanceOfSatisfying(
            KeyDistributionSpec.KeyFile.class,
            file -> assertThat(file.names()).hasToString(keys.toString()));
    List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.READ, 1));
    Workload workload = Workload.of(spec, mix, 1, new KeySequence(3));
    OperationBuffer operation = new OperationBuffer();
    String[] names = {"anna", "bob", "anna", "zoë", "bob"};
    long[] numbers = {40, 41, 40, 42, 41};
    for (int index = 0; index < 10; index++) {
      workload.prepare(operation, index);
      assertThat(operation.key().text()).isEqualTo(names[index % 5]);
      assertThat(operation.key().bytes())
          .isEqualTo(names[index % 5].getBytes(StandardCharsets.UTF_8));
      assertThat(operation.key().number()).isEqualTo(numbers[index % 5]);
    }
    workload.prepareFill(operation, 2);
    assertThat(operation.key().text()).isEqualTo("zoë");
  }
}
