package org.plimsoll.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies between the packages of a module; Maven checks those between modules. */
class DirectionTest {
  private static final String ROOT = "org.plimsoll.";

  /**
   * The packages that a package may depend on, besides itself, the JDK, {@code api} and libraries.
   */
  private static final Map<String, List<String>> SEES =
      Map.ofEntries(
          Map.entry("result", List.of()),
          Map.entry("engine.clock", List.of()),
          Map.entry("engine.spec", List.of()),
          Map.entry("engine.log", List.of("result")),
          Map.entry("engine.measure", List.of("result")),
          Map.entry("engine.telemetry", List.of("engine.clock", "engine.spec", "result")),
          Map.entry("engine.arrival", List.of("engine.spec")),
          Map.entry("engine.share", List.of("engine.spec")),
          Map.entry("engine.workload", List.of("engine.share", "engine.spec")),
          Map.entry("engine.driver", List.of("engine.spec")),
          Map.entry(
              "engine.load",
              List.of(
                  "engine.arrival",
                  "engine.clock",
                  "engine.driver",
                  "engine.measure",
                  "engine.share",
                  "engine.spec",
                  "engine.workload")),
          Map.entry("settings.text", List.of("engine.spec")),
          Map.entry("settings", List.of("engine.arrival", "engine.spec", "settings.text")),
          Map.entry(
              "settings.source",
              List.of("engine.clock", "engine.spec", "settings", "settings.text")),
          Map.entry("settings.importing", List.of("engine.spec", "settings")),
          Map.entry("analysis.statistics", List.of()),
          Map.entry("analysis.verdict", List.of("engine.spec", "result")),
          Map.entry("analysis.compare", List.of("analysis.statistics", "engine.spec", "result")),
          Map.entry(
              "analysis.tune",
              List.of("analysis.statistics", "engine.measure", "engine.spec", "result")),
          Map.entry(
              "analysis.consistency",
              List.of("engine.clock", "engine.load", "engine.spec", "engine.workload", "result")),
          Map.entry("fleet", List.of()),
          Map.entry("fleet.cluster", List.of("engine.spec", "fleet", "fleet.control")),
          Map.entry("report.folder", List.of("result")),
          Map.entry("report.terminal", List.of("result")),
          Map.entry("report.page", List.of("report.folder", "report.terminal", "result")));

  /**
   * Pauses of the process, what is logged, and commands and requests of a run are in real time,
   * even if the run has a virtual clock.
   */
  private static final DescribedPredicate<JavaClass> IN_REAL_TIME =
      JavaClass.Predicates.simpleName("StopMeter")
          .or(JavaClass.Predicates.simpleName("RunLogs"))
          .or(JavaClass.Predicates.simpleName("CommandProcess"))
          .or(JavaClass.Predicates.simpleName("ActionRunner"));

  static Stream<String> packages() {
    return SEES.keySet().stream().sorted();
  }

  @Test
  void everyPackageIsListed() {
    assertThat(HouseClasses.ALL.stream().map(JavaClass::getPackageName).distinct())
        .filteredOn(name -> name.matches("org\\.plimsoll\\.(engine|settings|analysis|report)\\b.*"))
        .isNotEmpty()
        .allMatch(name -> SEES.containsKey(name.substring(ROOT.length())));
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packagesDependOnlyOnThoseBelow(String name) {
    sees(name, Optional.ofNullable(SEES.get(name)).orElseThrow()).check(HouseClasses.ALL);
  }

  @Test
  void dependenciesOnPackagesAboveAreFound() {
    assertThatThrownBy(() -> sees("engine.load", List.of("engine.arrival")).check(HouseClasses.ALL))
        .hasMessageContaining("org.plimsoll.engine.workload.OperationBuffer");
  }

  @Test
  void verdictsDependOnlyOnTheirArguments() {
    classes()
        .that()
        .resideInAPackage(ROOT + "analysis.verdict")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java.lang",
            "java.lang.runtime",
            "java.lang.invoke",
            "java.math",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.HdrHistogram",
            "org.jspecify..",
            ROOT + "engine.spec",
            ROOT + "result",
            ROOT + "analysis.verdict")
        .check(HouseClasses.ALL);
    noClasses()
        .that()
        .resideInAPackage(ROOT + "analysis.verdict")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(System.class, Thread.class, Runtime.class)
        .check(HouseClasses.ALL);
  }

  @Test
  void theMeasuringCoreReadsTimeOnlyFromItsClock() {
    noClasses()
        .that(
            resideInAnyPackage(
                    ROOT + "engine..", ROOT + "settings..", ROOT + "analysis..", ROOT + "run..")
                .and(DescribedPredicate.not(resideInAnyPackage(ROOT + "engine.clock")))
                .and(DescribedPredicate.not(IN_REAL_TIME)))
        .should()
        .callMethod(System.class, "nanoTime")
        .check(HouseClasses.ALL);
    noClasses()
        .that(
            resideInAnyPackage(ROOT + "engine..", ROOT + "analysis..")
                .and(DescribedPredicate.not(resideInAnyPackage(ROOT + "engine.clock")))
                .and(DescribedPredicate.not(IN_REAL_TIME)))
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .check(HouseClasses.ALL);
  }

  private static ArchRule sees(String name, List<String> others) {
    String[] allowed =
        Stream.concat(Stream.of("api..", name), others.stream())
            .map(other -> ROOT + other)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.plimsoll..")
                .and(DescribedPredicate.not(resideInAnyPackage(allowed))));
  }
}
