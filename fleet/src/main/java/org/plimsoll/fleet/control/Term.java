package org.plimsoll.fleet.control;

import java.util.Comparator;

/**
 * The term of office of one coordinator. A higher term replaces a lower one. Members reject orders
 * of a lower term.
 *
 * @param node where the coordinator runs; decides between two terms of the same number
 */
public record Term(long number, String node) implements Comparable<Term> {
  /** Lower than the term of any coordinator. */
  public static final Term NONE = new Term(0, "");

  private static final Comparator<Term> ORDER =
      Comparator.comparingLong(Term::number).thenComparing(Term::node);

  @Override
  public int compareTo(Term other) {
    return ORDER.compare(this, other);
  }
}
