package org.plimsoll.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package of the engine may see which. */
@NullMarked
class PackageDirectionTest {
  private static final String ENGINE = "org.plimsoll.engine";

  /** What a package sees besides itself; the root package is at the top, and sees all of them. */
  private static final Map<String, List<String>> SEES =
      Map.ofEntries(
          Map.entry("clock", List.of()),
          Map.entry("spec", List.of()),
          Map.entry("measure", List.of()),
          Map.entry("report", List.of("statistics")),
          Map.entry("statistics", List.of()),
          Map.entry("telemetry", List.of("clock", "spec")),
          Map.entry("compare", List.of("spec", "report", "statistics")),
          Map.entry("arrival", List.of("spec")),
          Map.entry("workload", List.of("spec")),
          Map.entry("parameter", List.of("arrival", "spec")),
          Map.entry("driver", List.of("spec")),
          Map.entry("importing", List.of("parameter", "report", "spec")),
          Map.entry("source", List.of("clock", "parameter", "spec")),
          Map.entry("verdict", List.of("spec", "report")),
          Map.entry("tune", List.of("spec", "report", "measure", "statistics")),
          Map.entry("consistency", List.of("clock", "report", "spec", "workload")),
          Map.entry(
              "load",
              List.of("arrival", "clock", "consistency", "driver", "measure", "spec", "workload")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ENGINE);

  static Stream<String> packages() {
    return SEES.keySet().stream().sorted();
  }

  /** The stops of the process are of real time, whatever clock the run has. */
  private static final DescribedPredicate<JavaClass> REAL_TIME_ALONE =
      DescribedPredicate.not(JavaClass.Predicates.simpleName("StopMeter"));

  @Test
  void everyPackageHasItsPlace() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).filter(name -> !name.equals(ENGINE)))
        .isNotEmpty()
        .allMatch(name -> SEES.containsKey(name.substring(ENGINE.length() + 1)));
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageSeesOnlyThoseBelowIt(String name) {
    sees(name, SEES.getOrDefault(name, List.of())).check(CLASSES);
  }

  @Test
  void aPackageThatSeesOneAboveItIsFound() {
    assertThatThrownBy(() -> sees("load", List.of("arrival", "clock")).check(CLASSES))
        .hasMessageContaining("org.plimsoll.engine.workload.OperationBuffer");
  }

  @Test
  void noPackagesSeeEachOther() {
    slices().matching(ENGINE + ".(*)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void aVerdictIsAFunctionOfItsArgumentsAlone() {
    classes()
        .that()
        .resideInAPackage(ENGINE + ".verdict")
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
            ENGINE + ".spec",
            ENGINE + ".report",
            ENGINE + ".verdict")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ENGINE + ".verdict")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(System.class, Thread.class, Runtime.class)
        .check(CLASSES);
  }

  @Test
  void timeIsTheClocksAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ENGINE + ".clock", ENGINE)
        .and(REAL_TIME_ALONE)
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ENGINE + ".clock")
        .and(REAL_TIME_ALONE)
        .should()
        .callMethod(System.class, "nanoTime")
        .check(CLASSES);
  }

  private static ArchRule sees(String name, List<String> others) {
    String[] allowed =
        Stream.concat(Stream.of(name), others.stream())
            .map(other -> ENGINE + "." + other)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(ENGINE + "." + name)
        .should()
        .dependOnClassesThat(resideInAPackage(ENGINE + "..").and(not(resideInAnyPackage(allowed))));
  }
}
