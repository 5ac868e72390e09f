package org.plimsoll.cli;

import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.importing.YcsbNames;

/**
 * Learns which properties a binding of YCSB has asked for, and compares them with those that the
 * user has given: a name that nothing asked for is probably misspelt.
 */
final class YcsbProperties implements RunListener {
  /** The fact of the driver {@code ycsb} that lists the names. */
  private static final String FACT = "properties asked for";

  /** The end of the driver's message if the binding does not start. */
  private static final Pattern MISSING = Pattern.compile("\\(asked for, but not given: ([^)]*)\\)");

  private static final Pattern COMMA = Pattern.compile(", ");

  private final Properties given;
  private final Set<String> asked = new TreeSet<>();
  private boolean known;

  YcsbProperties(Properties given) {
    this.given = given;
  }

  @Override
  public synchronized void finished(Summary summary) {
    String names = summary.driver().targetFacts().get(FACT);
    if (names != null) {
      add(names);
    }
  }

  @Override
  public synchronized void failed(String problem) {
    Matcher missing = MISSING.matcher(problem);
    if (missing.find()) {
      add(missing.group(1));
    }
  }

  private void add(String names) {
    known = true;
    COMMA.splitAsStream(names).forEach(asked::add);
  }

  /** One block on stderr about properties that were misspelt or not given; usually short. */
  synchronized void tell(Console console) {
    List<String> lines = known ? YcsbNames.compared(given, asked) : List.of();
    if (!lines.isEmpty()) {
      console.say("ycsb: properties of the binding:");
      lines.forEach(line -> console.say("  " + line));
    }
  }
}
