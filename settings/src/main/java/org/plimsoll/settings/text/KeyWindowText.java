package org.plimsoll.settings.text;

import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.KeyLocality;

/** Parses the window of keys in use, which moves with time: {@code sliding(10k,5m)}. */
public final class KeyWindowText {
  private static final Argument<Long> KEYS =
      Argument.of(
              "keys", "a number of keys of at least 1", Quantities::parseCount, Reached.nothing())
          .describedAs("size of the window");

  public static final Forms<KeyLocality.Window> FORMS =
      Forms.of(
          "key-window",
          Form.of("none", "all keys", KeyLocality.Whole::new),
          Form.of(
              "sliding",
              "a window that moves evenly over the keys",
              KEYS,
              Argument.nanos("period").describedAs("time from the first keys to the last"),
              KeyLocality.Sliding::new),
          Form.of(
              "flipping",
              "a window that jumps to other keys",
              KEYS,
              Argument.nanos("stay").describedAs("time between two jumps"),
              KeyLocality.Flipping::new),
          Form.of(
              "drift",
              "a working set that replaces its keys one by one",
              KEYS,
              Argument.number("per-second", Bounds.above("0", "1g"))
                  .describedAs("keys replaced each second"),
              KeyLocality.Drift::new));

  private KeyWindowText() {}
}
