package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.settings.RunRequest;

@Timeout(30)
class GeneratorPartTest {
  private final GeneratorPart part =
      new GeneratorPart(
          new Submission("1", "2026-11-27T12:00:00Z", RunRequest.empty(), List.of(), "", Map.of()),
          0,
          new NodeFigures.Place("node-1", null, null),
          new Unheard());

  /** A fleet that does not answer. */
  private static final class Unheard implements FleetCalls {
    @Override
    public void member(ObjLongConsumer<Member> call) {}

    @Override
    public void ask(Command command) {}

    @Override
    public void require(Command command) {}
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
