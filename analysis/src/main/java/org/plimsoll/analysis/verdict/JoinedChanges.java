package org.plimsoll.analysis.verdict;

import java.util.Locale;

/**
 * The texts of changes that follow one another without a whole second between them, as one text:
 * the first {@value #KEPT}, and how many more there were. So any number of them takes bounded
 * memory, and one more costs the same however many there were. Not thread-safe.
 */
public final class JoinedChanges {
  /** The number of changes that are named. */
  public static final int KEPT = 20;

  private final StringBuilder first = new StringBuilder();
  private long count;

  /** Adds the next change. */
  public void add(String text) {
    if (count < KEPT) {
      first.append(count == 0 ? "" : "; ").append(text);
    }
    count++;
  }

  /** Forgets all changes. */
  public void clear() {
    first.setLength(0);
    count = 0;
  }

  /** All changes as one text; empty without a change. */
  public String text() {
    return count <= KEPT
        ? first.toString()
        : String.format(Locale.ROOT, "%s; and %,d more", first, count - KEPT);
  }
}
