package org.plimsoll.fleet.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry.Changed;

class JournalTest {
  private static final Term TERM = new Term(1, "a");
  private static final List<Scope> SCOPES = List.of(Scope.FLEET, Scope.node("a"), Scope.node("b"));
  private static final List<String> PATHS = List.of("rate", "timeout", "source/file", "mix");
  private static final int CHANGES = 5 * SupersededChanges.RECENT;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Journal journal = new Journal();
  private final List<JournalEntry> whole = new ArrayList<>();

  private void change(Term term) {
    Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
    String path = PATHS.get(random.nextInt(PATHS.size()));
    String other = PATHS.get(random.nextInt(PATHS.size()));
    boolean clears = random.nextInt(4) == 0;
    String id = "change " + whole.size();
    Changed item =
        clears
            ? new Changed(id, scope, "ada", Map.of(), List.of(path))
            : new Changed(
                id,
                scope,
                "ada",
                path.equals(other) ? Map.of(path, id) : Map.of(path, id, other, id),
                List.of());
    whole.add(journal.append(term, 0, item));
  }

  private static Map<String, LocalRuns.Effective> effective(List<JournalEntry> entries, String id) {
    ScopedValues values = new ScopedValues();
    entries.forEach(values::follow);
    return values.of(scope -> scope.contains(id, Map.of()));
  }

  private void assertSameValues() {
    for (String node : List.of("a", "b", "c")) {
      assertThat(effective(journal.all(), node)).isEqualTo(effective(whole, node));
    }
  }

  private long withTexts() {
    return journal.all().stream()
        .filter(entry ->
            entry.item() instanceof Changed changed
                && !(changed.texts().isEmpty() && changed.cleared().isEmpty()))
        .count();
  }

  @Test
  void changesThatLaterOnesHaveReplacedLoseTheirTexts() {
    for (int i = 0; i < CHANGES; i++) {
      change(TERM);
      if (i % 100 == 0) {
        assertSameValues();
      }
    }

    assertSameValues();
    assertThat(withTexts())
        .isLessThanOrEqualTo(SupersededChanges.RECENT + (long) SCOPES.size() * PATHS.size());
    assertThat(journal.all())
        .extracting(entry -> entry.item() instanceof Changed changed ? changed.id() : "")
        .containsExactlyElementsOf(
            whole.stream().map(entry -> ((Changed) entry.item()).id()).toList());
  }

  @Test
  void valuesAreInEffectAgainWhenTheirSuccessorsAreReplaced() {
    for (int i = 0; i < CHANGES; i++) {
      change(TERM);
    }
    long kept = journal.head() - SupersededChanges.RECENT / 2;
    whole.subList((int) kept, whole.size()).clear();
    Term next = new Term(2, "b");
    JournalEntry replacing =
        new JournalEntry(kept + 1, next, 0, new JournalEntry.Noted("b", "took over"));
    whole.add(replacing);

    Journal.Accepted _ = journal.accept(TERM, List.of(replacing));

    assertSameValues();
    for (int i = 0; i < CHANGES; i++) {
      change(next);
    }
    assertSameValues();
  }
}
