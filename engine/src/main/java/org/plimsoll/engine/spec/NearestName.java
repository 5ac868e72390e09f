package org.plimsoll.engine.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggests the known name that is most similar to an unknown one. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns the end of a message: {@code , did you mean 'keys'?}, or the known names if none is
   * similar.
   */
  public static String suggestion(String unknown, Collection<String> known) {
    return nearest(unknown, known)
        .map(name -> ", did you mean '" + name + "'?")
        .orElseGet(() -> known(known));
  }

  /**
   * Returns the end of a message, {@code ; known are fields, keys}, or an empty text if no names
   * are known.
   */
  public static String known(Collection<String> known) {
    return known.isEmpty()
        ? ""
        : "; known are " + String.join(", ", known.stream().sorted().toList());
  }

  /** Returns the known name with the smallest edit distance, if it is similar enough. */
  public static Optional<String> nearest(String unknown, Collection<String> known) {
    if (unknown.length() > 64) {
      return Optional.empty();
    }
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return known.stream()
        .filter(name -> near(distance.apply(unknown, name), unknown, name))
        .min(
            Comparator.<String>comparingInt(name -> distance.apply(unknown, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean near(int edits, String unknown, String name) {
    return edits <= Math.max(2, Math.max(unknown.length(), name.length()) / 3)
        && edits < name.length();
  }
}
