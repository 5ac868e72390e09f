package org.plimsoll.analysis.consistency;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.plimsoll.analysis.consistency.OperationHistory.Entry;
import org.plimsoll.analysis.consistency.OperationHistory.Kind;
import org.plimsoll.engine.spec.ConsistencySpec.HistoryFormat;

/**
 * Writes a history for external checkers. Each operation has a line for its start and one for its
 * end, ordered by time. At equal times, starts come before ends, so that such operations remain
 * concurrent.
 *
 * <p>A process executes one operation after another, as both checkers require. An operation gets a
 * new process if its own is busy, or has an operation whose end is unknown. In a log for Porcupine,
 * a write with an unknown end has no end. In a log for Elle, it has an {@code :info} at the end of
 * the log. Reads of writes that are not in the history are omitted. Values are numbers, unique for
 * each write.
 *
 * <p>The EDN is written without a library, because it has only two kinds of lines, made of numbers
 * and keywords.
 */
final class HistoryExport {
  private final HistoryFormat format;
  private final Writer out;
  private final Map<Long, Long> values = new HashMap<>();
  private final Map<Long, Long> processes = new HashMap<>();
  private final Set<Long> busy = new HashSet<>();
  private long nextProcess;
  private long index;

  private record Event(long atNanos, boolean ends, Entry entry, AtomicLong process) {}

  private HistoryExport(HistoryFormat format, Writer out) {
    this.format = format;
    this.out = out;
  }

  /** Writes a history; the entries may be in any order. */
  static void write(List<Entry> entries, HistoryFormat format, Writer out) throws IOException {
    new HistoryExport(format, out).write(entries);
  }

  private void write(List<Entry> entries) throws IOException {
    List<Entry> ordered = new ArrayList<>(entries);
    ordered.sort(Comparator.comparingLong(Entry::startNanos));
    for (Entry entry : ordered) {
      if (entry.isWrite()) {
        values.putIfAbsent(entry.write(), values.size() + 1L);
      }
    }
    List<Event> events = new ArrayList<>();
    for (Entry entry : ordered) {
      boolean isKnown = entry.kind() != Kind.READ || values.containsKey(entry.write());
      if (isKnown) {
        AtomicLong process = new AtomicLong(); // set when the invocation is written
        events.add(new Event(entry.startNanos(), false, entry, process));
        long end = entry.kind() == Kind.UNKNOWN_WRITE ? KeyWrites.OPEN : entry.endNanos();
        events.add(new Event(end, true, entry, process));
      }
    }
    events.sort(Comparator.comparingLong(Event::atNanos).thenComparing(Event::ends));
    for (Event event : events) {
      if (event.ends()) {
        if (event.entry().kind() != Kind.UNKNOWN_WRITE) {
          busy.remove(event.process().get());
        }
      } else {
        event.process().set(takeProcess(event.entry().process()));
      }
      line(event);
    }
  }

  private long takeProcess(long asked) {
    Long known = processes.get(asked);
    if (known == null || busy.contains(known)) {
      known = nextProcess++;
      processes.put(asked, known);
    }
    busy.add(known);
    return known;
  }

  private void line(Event event) throws IOException {
    switch (format) {
      case ELLE -> elle(event);
      case PORCUPINE -> porcupine(event);
    }
  }

  private void elle(Event event) throws IOException {
    Entry entry = event.entry();
    String type = "invoke";
    if (event.ends()) {
      type = entry.kind() == Kind.UNKNOWN_WRITE ? "info" : "ok";
    }
    String value = entry.kind() == Kind.READ_INITIAL ? "nil" : String.valueOf(value(entry));
    boolean hides = !entry.isWrite() && !event.ends();
    out.append("{:index ").append(String.valueOf(index++)).append(", :type :").append(type);
    out.append(", :process ").append(String.valueOf(event.process().get()));
    if (event.atNanos() != KeyWrites.OPEN) {
      out.append(", :time ").append(String.valueOf(event.atNanos()));
    }
    out.append(", :f :txn, :value [[").append(entry.isWrite() ? ":w " : ":r ");
    out.append(String.valueOf(entry.key())).append(' ').append(hides ? "nil" : value);
    out.append("]]}\n");
  }

  private void porcupine(Event event) throws IOException {
    Entry entry = event.entry();
    if (event.ends() && entry.kind() == Kind.UNKNOWN_WRITE) {
      return;
    }
    String value = entry.kind() == Kind.READ_INITIAL ? "" : String.valueOf(value(entry));
    boolean hides = !entry.isWrite() && !event.ends();
    out.append("{:process ").append(String.valueOf(event.process().get()));
    out.append(", :type :").append(event.ends() ? "ok" : "invoke");
    out.append(", :f :").append(entry.isWrite() ? "put" : "get");
    out.append(", :key \"").append(String.valueOf(entry.key())).append("\", :value ");
    out.append(hides ? "nil" : "\"" + value + "\"").append("}\n");
  }

  private long value(Entry entry) {
    return values.getOrDefault(entry.write(), 0L);
  }
}
