package org.plimsoll.engine.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds what a user may have meant by a name that is unknown. */
public final class NearestName {
  private NearestName() {}

  /** {@code , did you mean 'keys'?}, or the known names where none is near. */
  public static String suggestion(String unknown, Collection<String> known) {
    return nearest(unknown, known)
        .map(name -> ", did you mean '" + name + "'?")
        .orElseGet(() -> known(known));
  }

  /** {@code ; known are fields, keys}; empty where none are. */
  public static String known(Collection<String> known) {
    return known.isEmpty()
        ? ""
        : "; known are " + String.join(", ", known.stream().sorted().toList());
  }

  /** The known name with the fewest edits, where those are few for its length. */
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
