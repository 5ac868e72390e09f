package org.plimsoll.analysis.verdict;

import java.util.Locale;

/**
 * Joins the texts of successive changes with less than a second between them: the first {@value
 * #KEPT} texts, and the number of the others. Memory is bounded for any number of changes, and each
 * further change costs the same. Not thread-safe.
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

  /** Returns all changes as one text; empty without a change. */
  public String text() {
    return count <= KEPT
        ? first.toString()
        : String.format(Locale.ROOT, "%s; and %,d more", first, count - KEPT);
  }
}
