package org.plimsoll.fleet.simulation;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.Node;

/** What one generator asks for in fills during the load: it opens them, and ends them. */
final class SimFillCommands {
  /** Rows of a fill. */
  static final long ROWS = 400;

  private final Node node;
  private final long rowsBefore;
  private final Consumer<Command> asks;
  private final TreeMap<Long, JournalEntry> journal = new TreeMap<>();
  private final TreeSet<Long> open = new TreeSet<>();

  /**
   * @param rowsBefore of the fill before the load
   */
  SimFillCommands(Node node, long rowsBefore, Consumer<Command> asks) {
    this.node = node;
    this.rowsBefore = rowsBefore;
    this.asks = asks;
  }

  void journal(JournalEntry entry) {
    journal.put(entry.number(), entry);
    if (entry.item() instanceof FillSwitched switched
        && switched.isOn()
        && switched.scope().contains(node.id(), node.labels())) {
      open.add(entry.number());
      int number = FillSwitched.firstFill(entry.number());
      asks.accept(new Command.Fill(SimRun.ID, number, ROWS));
    }
  }

  void drop(long fromNumber) {
    journal.tailMap(fromNumber, true).clear();
    open.tailSet(fromNumber, true).clear();
  }

  /** Ends fills of which every row is written. */
  void filledByAll(List<FillRange> done) {
    long base = rowsBefore;
    for (JournalEntry entry : journal.values()) {
      if (entry.item() instanceof FillOpened opened) {
        long from = base;
        long to = base + opened.rows();
        base = to;
        long startedBy = FillSwitched.startedBy(opened.number());
        boolean isWritten = done.stream().anyMatch(each -> each.from() <= from && each.to() >= to);
        if (isWritten && open.remove(startedBy)) {
          asks.accept(new Command.SwitchFill(SimRun.ID, Scope.FLEET, false, "fleet", startedBy));
        }
      }
    }
  }
}
