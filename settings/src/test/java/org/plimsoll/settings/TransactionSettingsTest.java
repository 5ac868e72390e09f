package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters.Step;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.RunSpec;

class TransactionSettingsTest {
  @Test
  void aTransactionIsPartOfTheMix() {
    List<Weight> mix =
        mix(
            resolved(
                "transaction", "checkout=read,read,update(same)", "mix", "checkout=20,read=80"));

    assertThat(mix).extracting(Weight::weight).containsExactly(20.0, 80.0);
    assertThat(mix.getFirst().type().name()).isEqualTo("checkout");
    assertThat(mix.getFirst().type().side()).isEqualTo(OperationType.Side.WRITES);
    assertThat(mix.getFirst().steps())
        .containsExactly(
            new Step(OperationType.READ, false),
            new Step(OperationType.READ, false),
            new Step(OperationType.UPDATE, true));
    assertThat(Step.names(mix.getFirst().steps())).containsExactly("read", "read#2", "update");
    assertThat(mix.get(1).steps()).isEmpty();
  }

  @Test
  void severalTransactionsAreSeparatedByCommas() {
    List<Weight> mix = mix(resolved("transaction", "a=read,write,b=scan , read", "mix", "a=1,b=1"));

    assertThat(mix.getFirst().steps())
        .extracting(Step::type)
        .containsExactly(OperationType.READ, OperationType.UPDATE);
    assertThat(mix.get(1).steps())
        .extracting(Step::type)
        .containsExactly(OperationType.SCAN, OperationType.READ);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate | checkout=1k,read=2k | checkout, read",
        "workers | checkout=3,read=1 | checkout, read",
      })
  void aTransactionCanHaveItsOwnRateOrWorkers(String setting, String value, String lanes) {
    RunSpec spec = resolved("transaction", "checkout=read,update", setting, value);

    assertThat(spec.parameters().lanes())
        .extracting(lane -> lane.name())
        .containsExactly(lanes.split(", ", -1));
    assertThat(spec.parameters().lanes().getFirst().mix().getFirst().steps()).hasSize(2);
  }

  @Test
  void aSpecFileContainsAMapOfTransactions() {
    RunRequest request =
        SpecFile.parse(
            """
            target: "plain:"
            transaction:
              checkout: [read, read, update(same)]
              browse: read,scan
            mix: {checkout: 1, browse: 9}
            slo: [checkout/read#2.p99<5ms, browse.p99<9ms]
            """,
            "shop.yaml");

    RunSpec spec = RunResolver.resolve(request, _ -> new PlainDriver()).spec();
    assertThat(mix(spec)).extracting(part -> part.steps().size()).containsExactly(3, 2);
    assertThat(spec.checks().slos())
        .extracting(slo -> slo.operation())
        .containsExactly("checkout/read#2", "browse");
  }

  @Test
  void aScenarioHasItsOwnTransactions() {
    RunRequest request =
        RunRequest.of("plain:", Map.of())
            .withScenarios(
                "shop/transaction=checkout=read,update,browse=scan",
                "shop/mix=checkout=1,browse=1",
                "audit/mix=scan=1");

    RunSpec spec = RunResolver.resolve(request, _ -> new PlainDriver()).spec();
    assertThat(spec.loads().getFirst().parameters().lanes().getFirst().mix()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "read,update | must be names with 1 to 16 operations each",
        "c= | must have an operation in each step of 'c', was 'c='",
        "c=read,,read | must have an operation in each step",
        "c=read,c=scan | must contain 'c' once",
        "C=read | must have names of 1 to 40 lower-case letters",
        "c=update(same) | must not have (same) in the first step of 'c'",
        "c=read,update(other) | must have steps such as update, or update(same)",
        "c=raed | must consist of operations of the driver, was 'c=…raed', did you mean 'read'?",
        "c=c | not contain another transaction, was 'c=…c'",
        "b=read,c=b | not contain another transaction, was 'c=…b'",
        "c=read-modify-write | must contain read,update(same) instead of read-modify-write",
        "scan=read | must have a name that no operation or scenario has, was 'scan'",
        "read-modify-write=read | must have a name that no operation or scenario has",
        "write=read | must have a name that no operation or scenario has, was 'write'",
        "all=read | must have a name that no operation or scenario has, was 'all'",
        "c=read,insert(same) | must insert a new key, not the key of another step",
        "c=read,bulk-read(same) | must have as many keys in each step with (same)",
      })
  void invalidValuesAreRefusedWithASentence(String text, String sentence) {
    assertThatThrownBy(() -> resolved("transaction", text, "mix", "c=1"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("transaction: must ")
        .hasMessageContaining(sentence);
  }

  @Test
  void aTransactionHasAtMostSixteenSteps() {
    String sixteen = "c=" + "read,".repeat(15) + "read";

    assertThat(mix(resolved("transaction", sixteen, "mix", "c=1")).getFirst().steps()).hasSize(16);
    assertThatThrownBy(() -> resolved("transaction", sixteen + ",read", "mix", "c=1"))
        .hasMessageContaining("must have at most 16 steps in 'c', was");
  }

  @Test
  void anUnusedTransactionIsRefused() {
    assertThatThrownBy(() -> resolved("transaction", "checkout=read", "mix", "read=1"))
        .hasMessage("transaction: must be in the mix, the rate or the workers, was 'checkout'");
    assertThatThrownBy(() -> resolved("mix", "checkuot=1", "transaction", "checkout=read"))
        .hasMessageContaining("did you mean 'checkout'?");
  }

  @Test
  void aTransactionWithTheNameOfAScenarioIsRefused() {
    RunRequest request =
        RunRequest.of("plain:", Map.of())
            .withScenarios("shop/transaction=shop=read", "shop/mix=shop=1");

    assertThatThrownBy(() -> RunResolver.resolve(request, _ -> new PlainDriver()))
        .hasMessage("transaction: must have a name that no operation or scenario has, was 'shop'");
  }

  @Test
  void anObjectiveForAnUnknownStepIsRefused() {
    assertThatThrownBy(
            () -> resolved("transaction", "c=read,update", "mix", "c=1", "slo", "c/read#2.p99<5ms"))
        .hasMessageContaining("slo: must name an operation of the mix")
        .hasMessageContaining("did you mean 'c/read'?");
  }

  private static RunSpec resolved(String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return RunResolver.resolve(RunRequest.of("plain:", values), _ -> new PlainDriver()).spec();
  }

  private static List<Weight> mix(RunSpec spec) {
    return spec.parameters().lanes().getFirst().mix();
  }
}
