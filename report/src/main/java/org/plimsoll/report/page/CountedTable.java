package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.plimsoll.result.CountedPart;
import org.plimsoll.result.Figures;

/** A table of the driver's counters per second, with a row for each part between two changes. */
final class CountedTable {
  private static final String ABSENT = "\u2013";

  private CountedTable() {}

  /** Returns the rows, the first with the names of the columns; empty without a change. */
  static List<List<String>> of(List<CountedPart> parts) {
    if (parts.isEmpty()) {
      return List.of();
    }
    List<Map<String, String>> texts = parts.stream().map(CountedPart::texts).toList();
    TreeSet<String> names = new TreeSet<>();
    texts.forEach(each -> names.addAll(each.keySet()));
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("from", "to", "after"));
    head.addAll(names);
    rows.add(head);
    for (int i = 0; i < parts.size(); i++) {
      CountedPart part = parts.get(i);
      List<String> row = new ArrayList<>();
      row.add(Figures.clock(part.fromNanos()));
      row.add(Figures.clock(part.toNanos()));
      row.add(part.change().isEmpty() ? "the start" : part.change());
      for (String name : names) {
        row.add(texts.get(i).getOrDefault(name, ABSENT));
      }
      rows.add(row);
    }
    return rows;
  }
}
