package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage;
import org.plimsoll.fleet.control.FleetMessage.Claim;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;

class FleetRunsTest implements Outbox {
  private static final Term TERM = new Term(1, "b#1");

  @TempDir Path folder;

  @Test
  void aNodeThatHasLeftItsFleetKeepsNoFilesForTheOthers() {
    try (FleetRuns runs = new FleetRuns(new NoRuns(), folder)) {
      Member member = runs.member(new Node("a#1", "1", Protocol.VERSION, Map.of(), 1), this);
      member.receive(new Claim(TERM, "1", Protocol.VERSION), 0);
      StreamItem item = new StreamItem(1, TERM, 0, List.of(), new byte[9]);
      member.receive(new Items(TERM, "b#1", "run", 1, Term.NONE, List.of(item)), 0);
      for (int second = 0; second < 70; second++) {
        member.second("run", second, new byte[9], second);
      }
      assertThat(folder.toFile().list()).hasSizeGreaterThan(5);

      runs.left();
      assertThat(folder.toFile().list()).isEmpty();
    }
  }

  /** A node that starts no run. */
  private static final class NoRuns implements NodeRuns {
    @Override
    public Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener) {
      return Optional.empty();
    }

    @Override
    public void discard(String run) {}
  }

  @Override
  public void toMember(String node, FleetMessage message) {}

  @Override
  public void toCoordinator(String node, FleetMessage message) {}

  @Override
  public void toAllMembers(FleetMessage message) {}
}
