package org.plimsoll.fleet.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.control.JournalEntry.Changed;

/** The parameters that a member passes to its generator. */
class MemberParametersTest {
  private static final Node NODE = new Node("a", "1", 1, Map.of("rack", "r1"), 1);
  private static final List<Scope> SCOPES =
      List.of(Scope.FLEET, new Scope(Scope.Level.RACK, "r1"), Scope.node("b"));

  private final SplittableRandom random = new SplittableRandom(18);
  private final Journal journal = new Journal();
  private final MemberParameters parameters = new MemberParameters(journal, _ -> {});
  private long term;

  private JournalEntry entry(long number) {
    Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
    boolean clears = random.nextInt(4) == 0;
    String path = random.nextBoolean() ? "rate" : "timeout";
    Changed changed =
        new Changed(
            "",
            scope,
            "",
            clears ? Map.of() : Map.of(path, "" + random.nextInt(100)),
            clears ? List.of(path) : List.of());
    return new JournalEntry(number, new Term(term, "c"), 0, changed);
  }

  /** Takes over entries, some of which may replace others. */
  private void accept() {
    long first = journal.head() + 1;
    if (random.nextInt(10) == 0) {
      term++;
      first = Math.max(1, first - random.nextInt(5));
    }
    List<JournalEntry> incoming = new ArrayList<>();
    for (long i = 0; i <= random.nextInt(3); i++) {
      incoming.add(entry(first + i));
    }
    Journal.Accepted accepted = journal.accept(journal.termAt(first - 1), incoming);
    if (!accepted.dropped().isEmpty()) {
      boolean _ = parameters.drop(accepted.dropped());
    }
  }

  @Test
  void theValuesAfterAnEntryFollowFromAllBeforeItWhicheverWereReplaced() {
    for (int i = 0; i < 2_000; i++) {
      accept();
      long number = random.nextInt(4) == 0 ? random.nextLong(journal.head()) + 1 : journal.head();
      assertThat(parameters.after(number, NODE))
          .isEqualTo(EffectiveParameters.of(NODE, journal.between(0, number)));
    }
  }
}
