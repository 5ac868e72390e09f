package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.EffectiveParameters;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.fleet.control.SupersededChanges;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunScopes;

/** What a generator knows of the journal of its run. */
class PartJournalTest {
  private static final List<Scope> SCOPES =
      List.of(Scope.FLEET, new Scope(Scope.Level.RACK, "r1"), Scope.node("a"));
  private static final List<String> PATHS =
      List.of("rate", "timeout", FleetRequests.SIDE + "reads", FleetRequests.SIDE + "writes");

  private final SplittableRandom random = new SplittableRandom(18);
  private final PartJournal journal = new PartJournal();
  private final List<JournalEntry> entries = new ArrayList<>();

  private void add(JournalEntry.Item item) {
    JournalEntry entry = new JournalEntry(entries.size() + 1, Term.NONE, 0, item);
    entries.add(entry);
    journal.add(entry);
  }

  private Changed change() {
    Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
    String path = PATHS.get(random.nextInt(PATHS.size()));
    String text =
        path.startsWith(FleetRequests.SIDE)
            ? random.nextBoolean() ? "on" : "off"
            : "" + random.nextInt(100);
    boolean clears = random.nextInt(4) == 0;
    return new Changed(
        "",
        scope,
        "user " + random.nextInt(3),
        clears ? Map.of() : Map.of(path, text),
        clears ? List.of(path) : List.of());
  }

  private void drop() {
    long from = Math.max(3, entries.size() - random.nextInt(5));
    if (from <= entries.size()) {
      entries.subList((int) from - 1, entries.size()).clear();
      journal.drop(from);
    }
  }

  private Map<String, String> texts(Scope scope) {
    Map<String, String> texts = new HashMap<>();
    EffectiveParameters.of(entries, scope::equals)
        .forEach((path, value) -> texts.put(path, value.text()));
    return texts;
  }

  private boolean isOn(List<JournalEntry> until, String side) {
    Effective value =
        EffectiveParameters.of(until, Scope.FLEET::equals).get(FleetRequests.SIDE + side);
    return value == null || value.text().equals("on");
  }

  @Test
  void whatIsSetFollowsFromAllEntriesWhicheverWereReplaced() {
    add(new Joined("a", 1, 1, Map.of("rack", "r1", "name", "one")));
    add(new Joined("b", 2, 1, Map.of("rack", "r2", "name", "two")));
    for (int i = 0; i < 2_000; i++) {
      if (random.nextInt(20) == 0) {
        drop();
      } else {
        add(change());
      }
      Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
      assertThat(journal.scopes().texts(scope)).isEqualTo(texts(scope));
      // Earlier changes may have lost their texts.
      int number =
          entries.size() - random.nextInt(Math.min(entries.size(), SupersededChanges.RECENT));
      List<JournalEntry> until = entries.subList(0, number);
      assertThat(journal.fleetSides(number).reads()).isEqualTo(isOn(until, "reads"));
      assertThat(journal.fleetSides(number).writes()).isEqualTo(isOn(until, "writes"));
    }
  }

  @Test
  void aChangeIsShownWithWhoHasMadeIt() {
    add(new Joined("a", 1, 1, Map.of("rack", "r1", "name", "one")));
    add(new Changed("", Scope.FLEET, "ada", Map.of("rate", "100"), List.of()));
    add(new Changed("", SCOPES.get(1), "ben", Map.of("timeout", "1s"), List.of()));

    RunScopes.OfNode node = journal.scopes().view().nodes().getFirst();
    assertThat(node.values())
        .isEqualTo(
            Map.of(
                "rate",
                new RunScopes.Value("100", "fleet", "ada"),
                "timeout",
                new RunScopes.Value("1s", "rack=r1", "ben")));
  }

  @Test
  void theOutcomeOfAChangeIsToldForTheFleetAndEachNode() {
    add(new Joined("a", 1, 1, Map.of("rack", "r1", "name", "one")));
    add(new Joined("b", 2, 1, Map.of("rack", "r2", "name", "two")));
    add(new Changed("", Scope.FLEET, "ada", Map.of("timeout", "1s"), List.of()));
    Map<String, @Nullable String> texts = new HashMap<>();
    texts.put("timeout", "2s");

    assertThat(journal.scopes().outcomes(texts, SCOPES.get(1)))
        .containsExactly(Map.of("timeout", "1s"), Map.of("timeout", "2s"), Map.of("timeout", "1s"));
    assertThat(journal.scopes().texts(SCOPES.get(1))).as("nothing is set yet").isEmpty();
  }
}
