package org.plimsoll.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * No two files depend on each other, directly or through others, except a sealed type and what it
 * permits.
 */
class CyclesTest {
  @Test
  void filesHaveNoCycles() {
    SliceRule rule = SlicesRuleDefinition.slices().assignedFrom(FILES).should().beFreeOfCycles();
    for (JavaClass each : HouseClasses.ALL) {
      if (isSealed(each)) {
        rule = rule.ignoreDependency(inFileOf(each), permittedBy(each));
      }
    }
    rule.check(HouseClasses.ALL);
  }

  @Test
  void cyclesBetweenFilesAreFound() {
    assertThatThrownBy(() ->
            SlicesRuleDefinition.slices()
                .assignedFrom(FILES)
                .should()
                .beFreeOfCycles()
                .check(HouseClasses.ALL))
        .hasMessageContaining("RateShape");
  }

  @Test
  void everyDriverIsLookedAt() {
    Path drivers = StyleTest.repositoryRoot().resolve("drivers");
    // Without what other modules write and delete meanwhile.
    List<Path> sources =
        StyleTest.sources(drivers).stream()
            .map(drivers::relativize)
            .filter(file -> file.toString().matches("[^/]+/src/main/java/.*[A-Za-z]\\.java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .toList();
    assertThat(sources)
        .isNotEmpty()
        .allSatisfy(file -> assertThat(HouseClasses.ALL.contain(className(file))).isTrue());
  }

  private static String className(Path source) {
    String inFolder = source.subpath(4, source.getNameCount()).toString();
    return inFolder.replace(".java", "").replace('/', '.');
  }

  /** Assigns one slice to each file: nested classes belong to the outermost one. */
  private static final SliceAssignment FILES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
          return SliceIdentifier.of(file(each));
        }

        @Override
        public String getDescription() {
          return "files";
        }
      };

  private static String file(JavaClass each) {
    return each.getName().replaceFirst("\\$.*", "");
  }

  /**
   * Read from the file: a driver's class cannot be loaded without the libraries that it extends.
   */
  private static boolean isSealed(JavaClass each) {
    try (InputStream in = each.getSource().orElseThrow().getUri().toURL().openStream()) {
      return ClassFile.of()
          .parse(in.readAllBytes())
          .findAttribute(Attributes.permittedSubclasses())
          .isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DescribedPredicate<JavaClass> inFileOf(JavaClass sealed) {
    return DescribedPredicate.describe(
        "in the file of " + sealed.getName(), other -> file(other).equals(file(sealed)));
  }

  private static DescribedPredicate<JavaClass> permittedBy(JavaClass sealed) {
    return DescribedPredicate.describe(
        "permitted by " + sealed.getName(),
        other -> !file(other).equals(file(sealed)) && other.isAssignableTo(sealed.getName()));
  }
}
