package org.plimsoll.settings.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;

/** Tests the grammar of {@code name(argument, key=value)} with forms of this test. */
class FormsTest {
  private static final Argument<String> HOST = Argument.plainText("host");
  private static final Argument<Double> SHARE =
      Argument.number("share", Bounds.above("0", "1")).withDefault("0.5");
  private static final Argument<String> TOKEN =
      Argument.plainText("token").used(Argument.Use.KEYED).asSecret();
  private static final Argument<String> STEP =
      Argument.plainText("step").used(Argument.Use.POSITION_OR_KEY).withDefault("10s");
  private static final Argument<String> MORE =
      Argument.plainText("more").used(Argument.Use.REPEATED);
  private static final Argument<String> WHOLE = Argument.file().used(Argument.Use.WHOLE);

  private static final Forms<List<Object>> FORMS =
      Forms.<List<Object>>of(
          "place",
          Form.<List<Object>>of("none", "nothing", List::of),
          Form.<List<Object>>of(
              "at",
              "a host",
              List.of(HOST, SHARE, STEP, TOKEN),
              given ->
                  List.of(
                      given.get(HOST),
                      given.get(SHARE),
                      given.get(STEP),
                      String.valueOf(given.find(TOKEN)))),
          Form.<List<Object>>of(
              "own",
              "a class",
              List.of(HOST, MORE),
              given -> List.of(given.get(HOST), given.all(MORE))),
          Form.<List<Object>>of(
              "file", "a file", List.of(WHOLE), given -> List.of(given.get(WHOLE))));

  @Test
  void argumentsAreTakenByPositionByKeyOrByDefault() {
    assertThat(FORMS.parse(" at( h , 0.25 , 1s , token = t ) "))
        .containsExactly("h", 0.25, "1s", "t");
    assertThat(FORMS.parse("at(token=t,h,step=2s)")).containsExactly("h", 0.5, "2s", "t");
    assertThat(FORMS.parse("at(h)")).containsExactly("h", 0.5, "10s", "null");
    assertThat(FORMS.parse("own(c,a=b,f(x,y),)"))
        .containsExactly("c", List.of("a=b", "f(x,y)", ""));
    assertThat(FORMS.parse("file( a, b(1).yaml )")).containsExactly("a, b(1).yaml");
    assertThat(FORMS.parseAll("none, at(h,1),none")).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nnoe | none, at(host,share,step=10s,token=…), own(host,…) or file(file), was 'nnoe',"
            + " did you mean 'none'?",
        "none() | none, was 'none()'",
        "at | at(host,share,step=10s,token=…) with host text, was 'at'",
        "at(h,2) | at(host,share,step=10s,token=…) with share a number above 0 and at most 1,"
            + " was 'at(h,2)'",
        "at(h,stpe=1s) | at(host,share,step=10s,token=…) without 'stpe', was 'at(h,stpe=1s)',"
            + " did you mean 'step'?",
        "at(h,1,1s,step=2s) | at(host,share,step=10s,token=…) with one step,"
            + " was 'at(h,1,1s,step=2s)'",
        "file( ) | file(file) with file the path of a file, was 'file( )'",
      })
  void aRefusalHasTheKeyTheValueWhatIsAllowedAndTheNearestName(String text, String sentence) {
    assertThatThrownBy(() -> FORMS.parse(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("place: must be " + sentence);
  }

  @Test
  void anOpenParenthesisIsRefused() {
    assertThatThrownBy(() -> FORMS.parse("at(h"))
        .hasMessage("place: must end with ')', was 'at(h'");
  }

  @Test
  void longAndDeepTextsAreRefusedAndNotQuoted() {
    String longest = "own(c," + "x".repeat(8_192 - 7) + ")";
    assertThat(FORMS.parse(longest)).hasSize(2);
    assertThatThrownBy(() -> FORMS.parse(longest + " x)"))
        .hasMessage("place: must be at most 8192 characters long, was 'own(…'");

    assertThat(FORMS.parse("own(" + "(".repeat(64) + ")".repeat(64) + ")")).hasSize(2);
    assertThatThrownBy(() -> FORMS.parse("own(" + "(".repeat(65) + ")".repeat(65) + ")"))
        .hasMessageStartingWith("place: must have at most 64 parentheses inside each other");
    assertThatThrownBy(() -> FORMS.parseAll("(".repeat(100_000)))
        .hasMessageStartingWith("place: must have at most 64 parentheses inside each other")
        .hasMessageEndingWith("was '(…'");
  }

  @Test
  void aTextWithManyValuesIsParsedInLinearTime() {
    assertThat(FORMS.parseAll("none,".repeat(200_000) + "none")).hasSize(200_001);
  }

  @Test
  void everyDefaultIsAllowedAndEveryFormIsDescribed() {
    for (Forms<?> forms :
        List.of(
            ArrivalText.FORMS,
            CustomText.WORKLOADS,
            KeyDistributionText.FORMS,
            KeyFormText.FORMS,
            KeyWindowText.FORMS,
            PropertySourceText.FORMS,
            RateText.FORMS,
            RequestText.FORMS,
            SinkText.FORMS,
            TelemetryText.FORMS)) {
      for (Form<?> form : forms.all()) {
        assertThat(form.help()).as(form.written()).isNotEmpty();
        for (Argument<?> argument : form.arguments()) {
          assertThat(argument.allowed()).as(form.written()).isNotEmpty();
          String text = argument.defaultText();
          if (text != null) {
            assertThat(argument.parser().apply(text)).as(argument.name()).isNotNull();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "uniform, 0, 1, false, true",
    "gamma, 0.01, 1m, true, true",
    "lognormal, 0, 5, false, true",
    "pareto, 1, 1m, false, true",
    "hyperexponential, 1, 1m, false, true",
  })
  void boundsOfArrivalsAreThoseOfTheirSpecs(
      String name, String low, String high, boolean lowAllowed, boolean highAllowed) {
    assertThat(isAllowed(name, low)).isEqualTo(lowAllowed);
    assertThat(isAllowed(name, high)).isEqualTo(highAllowed);
  }

  private static boolean isAllowed(String name, String argument) {
    try {
      ArrivalSpec _ = ArrivalText.FORMS.parse(name + "(" + argument + ")");
      return true;
    } catch (InvalidSpecException e) {
      assertThat(e).hasMessageStartingWith("arrivals: must be " + name + "(");
      return false;
    }
  }

  @Test
  void tokensOfSinksAreMaskedInAllMessages() {
    assertThat(
            SinkText.shown(
                "influx(http://me:pw@h:8086,b,o,hush),grafana(http://h,token=hush),"
                    + "otlp(http://h,tokn=hush,step=1s),grafanna(http://h,hush)"))
        .isEqualTo(
            "influx(http://***@h:8086,b,o,***),grafana(http://h,token=***),"
                + "otlp(http://h,tokn=***,step=1s),grafanna(***)");
    assertThatThrownBy(() -> SinkText.FORMS.parseAll("grafana(ftp://h,hush)"))
        .hasMessage(
            "metrics: must be grafana(url,token=…) with url an http or https URL without a user,"
                + " was 'grafana(ftp://h,***)'");
    assertThatThrownBy(() -> SinkText.FORMS.parse("influx(http://h,b,hush"))
        .hasMessage("metrics: must end with ')', was 'influx(***)'");
    assertThat(SinkText.FORMS.parse("grafana(http://h,env:T)"))
        .isInstanceOf(SinkSpec.Grafana.class);
  }
}
