package org.plimsoll.house;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
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
      if (each.reflect().isSealed()) {
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
