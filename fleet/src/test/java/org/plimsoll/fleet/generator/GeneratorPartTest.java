package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.analysis.consistency.JudgedReads;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.StepDone;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.settings.RunRequest;

@Timeout(180)
class GeneratorPartTest {
  private final GeneratorPart part = part(0, new Unheard());

  private static GeneratorPart part(int generator, FleetCalls calls) {
    return new GeneratorPart(
        new Submission("1", "2026-11-27T12:00:00Z", RunRequest.empty(), List.of(), "", Map.of()),
        generator,
        new NodeFigures.Place("node-1", null, null),
        calls);
  }

  /** A fleet that does not answer. */
  private static class Unheard implements FleetCalls {
    @Override
    public void member(ObjLongConsumer<Member> call) {}

    @Override
    public void ask(Command command) {}

    @Override
    public void require(Command command) {}
  }

  /** A journal of two generators, to which a part can add steps. */
  private static final class Heard extends Unheard {
    private final List<JournalEntry> entries = new ArrayList<>();
    private final List<GeneratorPart> parts = new ArrayList<>();

    GeneratorPart part(int generator) {
      GeneratorPart part = GeneratorPartTest.part(generator, this);
      parts.add(part);
      return part;
    }

    void tell(JournalEntry.Item item) {
      JournalEntry entry = new JournalEntry(entries.size() + 1, Term.NONE, 0, item);
      entries.add(entry);
      parts.forEach(part -> part.state().journal(journal -> journal.add(entry)));
    }

    @Override
    public void ask(Command command) {
      if (command instanceof Command.Done done) {
        tell(new StepDone(done.step(), done.result()));
      }
    }
  }

  private static ConsistencyPart found(int keys) {
    return new ConsistencyPart(
        keys,
        new JudgedReads(
            1,
            2,
            3,
            4,
            new byte[0],
            new byte[0],
            new byte[0],
            new long[0],
            new long[0],
            null,
            Map.of()),
        0,
        null,
        null);
  }

  @Test
  void aNodeThatTakesNoPartHasTheConsistencyResultsAndTheFactsOfTheOthers() throws Exception {
    Heard fleet = new Heard();
    GeneratorPart watching = fleet.part(GeneratorPart.WATCHING);
    List<GeneratorPart> generators = List.of(fleet.part(0), fleet.part(1));
    fleet.tell(new Joined("a", 0, 1, Map.of()));
    fleet.tell(new Joined("b", 1, 1, Map.of()));
    fleet.tell(new SharesMoved(1, List.of(new Share(0, 1)), 0));
    assertThat(watching.facts()).isEmpty();
    assertThat(watching.consistency()).isEmpty();

    for (GeneratorPart each : generators) {
      each.tellFacts(() -> Map.of("generator", String.valueOf(each.shares().generator())));
    }
    assertThat(watching.facts()).containsExactly(entry("generator", "0"));
    List<ConsistencyPart> ofOne = generators.get(1).gather(found(7));
    assertThat(ofOne).extracting(ConsistencyPart::keysFollowed).containsExactly(7);
    List<ConsistencyPart> all = generators.get(0).gather(found(5));
    assertThat(watching.consistency()).usingRecursiveComparison().isEqualTo(all);
    assertThat(all).extracting(ConsistencyPart::keysFollowed).containsExactly(5, 7);
  }

  /** The facts are only displayed. */
  @Test
  void aGeneratorDoesNotWaitUntilTheFleetHasStoredItsFacts() {
    JournalEntry joined = new JournalEntry(1, Term.NONE, 0, new Joined("a", 0, 1, Map.of()));
    part.state().journal(journal -> journal.add(joined));
    AtomicInteger reads = new AtomicInteger();
    part.tellFacts(() -> Map.of("reads", String.valueOf(reads.incrementAndGet())));
    assertThat(reads).hasValue(1);
  }

  /** The coordinator does not start it any more, and nobody else wakes it up. */
  @Test
  void aNodeThatJoinsWhenTheRunIsAboutToEndDoesNotWaitForItsStart() throws Exception {
    part.state()
        .journal(journal ->
            journal.add(new JournalEntry(1, Term.NONE, 0, Stated.ended(Long.MAX_VALUE))));
    assertThat(part.ready(1, new VirtualClock())).isNull();
  }

  private void ends() {
    part.state()
        .journal(journal ->
            journal.add(
                new JournalEntry(
                    1, Term.NONE, 0, new Stated(RunState.FINISHED, "", Long.MAX_VALUE, 0))));
  }

  @Test
  void aNodeThatWasRemovedHasNoResultOfItsOwn() {
    part.over("The fleet removed this node.", true);
    assertThatThrownBy(part::loadsEnded).hasMessage("The fleet removed this node.");
  }

  @Test
  void whatIsCompleteIsAResultAlsoIfTheNodeIsRemovedLater() {
    ends();
    part.over("The fleet removed this node.", true);
    assertThatCode(part::loadsEnded).doesNotThrowAnyException();
  }

  @Test
  void aRunThatWasKilledHasTheResultSoFar() {
    part.over("The run was aborted.", false);
    assertThatCode(part::loadsEnded).doesNotThrowAnyException();
  }
}
