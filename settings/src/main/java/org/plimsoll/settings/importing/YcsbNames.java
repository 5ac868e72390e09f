package org.plimsoll.settings.importing;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.plimsoll.engine.spec.NearestName;

/** The names of the properties of YCSB's core, and suggestions for misspelled names. */
final class YcsbNames {
  private static final Set<String> CORE =
      YcsbOptions.ALL.stream().map(ImportedOption::name).collect(Collectors.toUnmodifiableSet());

  private YcsbNames() {}

  /** Returns whether a property belongs to YCSB's core. */
  static boolean isCore(String name) {
    return CORE.contains(name) || isOfMeasurements(name);
  }

  /** Returns whether a property configures YCSB's measurements. */
  static boolean isOfMeasurements(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith("measurement")
        || lower.startsWith("htrace.")
        || lower.matches("(hdr)?histogram\\..*|timeseries\\..*");
  }

  /**
   * Returns the end of a sentence with a suggestion: {@code , did you mean 'readproportion'?};
   * empty if the name belongs to YCSB's core or is similar to no property. Names of binding
   * properties have a prefix, names of workload properties have none.
   */
  static String suggestion(String name) {
    if (isCore(name)) {
      return "";
    }
    List<String> alike =
        CORE.stream().filter(each -> isPrefixed(each) == isPrefixed(name)).toList();
    return NearestName.nearest(name, alike)
        .map(like -> ", did you mean '" + like + "'?")
        .orElse("");
  }

  private static boolean isPrefixed(String name) {
    return name.indexOf('.') >= 0;
  }
}
