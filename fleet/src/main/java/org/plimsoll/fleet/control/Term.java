package org.plimsoll.fleet.control;

import java.util.Comparator;

/**
 * The term of one coordinator. A higher term replaces a lower one. Members reject orders of a lower
 * term.
 *
 * @param node node of the coordinator; orders terms with the same number
 */
public record Term(long number, String node) implements Comparable<Term> {
  /** A term that is lower than the term of any coordinator. */
  public static final Term NONE = new Term(0, "");

  private static final Comparator<Term> ORDER =
      Comparator.comparingLong(Term::number).thenComparing(Term::node);

  @Override
  public int compareTo(Term other) {
    return ORDER.compare(this, other);
  }
}
