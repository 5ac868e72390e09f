package org.plimsoll.fleet.control;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Scope;

/**
 * One entry of a run's journal: the order of events on which all nodes agree.
 *
 * @param number from 1, without a gap
 * @param term of the coordinator that wrote it
 * @param atRunNanos when it takes effect, in run time; 0 before the start
 */
public record JournalEntry(long number, Term term, long atRunNanos, Item item) {
  private static long utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** What happened. */
  public sealed interface Item {
    /** About as many bytes as a message needs for what users have written. */
    default long bytes() {
      return 0;
    }
  }

  /** The first entry: what to run. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Submitted(byte[] spec, RunPolicy policy, String who) implements Item {
    @Override
    public long bytes() {
      return spec.length;
    }
  }

  /**
   * The run has a new state.
   *
   * @param doubtfulFromRunNanos as in {@link SharesMoved}, up to the end of the run
   * @param lastItem number of the last item of the merged stream, when the run has finished
   */
  public record Stated(RunState state, String reason, long doubtfulFromRunNanos, long lastItem)
      implements Item {
    /** A state without a doubt. */
    public Stated(RunState state, String reason) {
      this(state, reason, Long.MAX_VALUE, 0);
    }
  }

  /** The nodes on which the run is placed from now on; empty for all. */
  public record Placed(List<Scope> nodes, String who) implements Item {
    /** Copies the nodes. */
    public Placed {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * A node takes part, with this number in the run.
   *
   * @param labels of the node, by which scopes contain it
   */
  public record Joined(String node, int generator, int weight, Map<String, String> labels)
      implements Item {
    /** Copies the labels. */
    public Joined {
      labels = Map.copyOf(labels);
    }
  }

  /** A node no longer takes part. */
  public record Left(String node, Leaving why, String reason) implements Item {}

  /** Why a node no longer takes part. */
  public enum Leaving {
    /** Its lease has ended. */
    LOST,
    /** It cannot start. */
    CANNOT_START,
    /** Its load failed after the start. */
    FAILED,
    /** It was drained, or the run was placed elsewhere. */
    DRAINED
  }

  /**
   * Parameters were set.
   *
   * @param id of the command, so that it is not done twice
   * @param texts new values by path
   * @param cleared paths whose value in this scope is removed
   */
  public record Changed(
      String id, Scope scope, String who, Map<String, String> texts, List<String> cleared)
      implements Item {
    /** Copies the texts. */
    public Changed {
      texts = Map.copyOf(texts);
      cleared = List.copyOf(cleared);
    }

    @Override
    public long bytes() {
      return texts.entrySet().stream()
              .mapToLong(each -> utf8Bytes(each.getKey()) + utf8Bytes(each.getValue()))
              .sum()
          + cleared.stream().mapToLong(JournalEntry::utf8Bytes).sum();
    }
  }

  /**
   * Operations whose intended start is {@code atRunNanos} or later are shared like this.
   *
   * @param doubtfulFromRunNanos a former coordinator may have moved shares at this instant, and
   *     nobody who is left knows: operations intended between this and {@code atRunNanos} that were
   *     withheld are not counted by anyone; {@link Long#MAX_VALUE} if there is no doubt
   */
  public record SharesMoved(long epoch, List<Share> shares, long doubtfulFromRunNanos)
      implements Item {
    /** Copies the shares. */
    public SharesMoved {
      shares = List.copyOf(shares);
    }
  }

  /** Operations up to a number were opened, which are granted in ranges. */
  public record OperationsOpened(long operations) implements Item {}

  /** A fill was opened, whose rows follow those of the fills before it. */
  public record FillOpened(int number, long rows) implements Item {}

  /**
   * A fill during the load was started, or a fill was ended: what of it is not written then is
   * written by nobody.
   *
   * @param id of the command, so that it is not done twice
   * @param scope the nodes that write it
   * @param isComplete whether it has ended by itself
   */
  public record FillSwitched(String id, Scope scope, boolean isOn, String who, boolean isComplete)
      implements Item {
    private static final int SHIFT = 8;

    /** Number of the first fill that an entry with a number starts, one for each scenario. */
    public static int firstFill(long entry) {
      return (int) (entry << SHIFT);
    }

    /** Number of the entry that has started a fill; 0 for a fill before the load. */
    public static long startedBy(int fill) {
      return fill >> SHIFT;
    }
  }

  /** A step that one generator does for all is done. */
  public record StepDone(String step, String result) implements Item {
    @Override
    public long bytes() {
      return utf8Bytes(result);
    }
  }

  /**
   * The generators that were ready have started.
   *
   * @param skewNanos between the first and the last start, by the clock offsets measured
   * @param errorNanos largest error of two of these offsets together
   */
  public record Started(long skewNanos, long errorNanos) implements Item {}

  /** Something that the charts show and that changes nothing. */
  public record Noted(String node, String text) implements Item {}
}
