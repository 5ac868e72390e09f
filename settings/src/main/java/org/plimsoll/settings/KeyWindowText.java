package org.plimsoll.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.KeyLocality;

/** Reads windows over the keys as people write them. */
final class KeyWindowText {
  static final String ALLOWED =
      "none, sliding(keys,period), flipping(keys,stay) or drift(keys,keys per second), such as"
          + " sliding(10k,5m)";

  private static final Pattern FORM =
      Pattern.compile("(sliding|flipping|drift)\\(([^,]+),([^,]+)\\)");

  private KeyWindowText() {}

  static KeyLocality.Window parse(String text) {
    String compact = text.strip();
    if (compact.equals("none")) {
      return new KeyLocality.Whole();
    }
    Matcher matcher = FORM.matcher(compact);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be " + ALLOWED);
    }
    long keys = Quantities.parseCount(matcher.group(2));
    String pace = matcher.group(3);
    return switch (matcher.group(1)) {
      case "sliding" -> new KeyLocality.Sliding(keys, Quantities.parseDuration(pace).toNanos());
      case "flipping" -> new KeyLocality.Flipping(keys, Quantities.parseDuration(pace).toNanos());
      default -> new KeyLocality.Drift(keys, Quantities.parseDecimal(pace));
    };
  }
}
