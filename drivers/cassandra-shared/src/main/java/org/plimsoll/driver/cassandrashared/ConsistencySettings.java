package org.plimsoll.driver.cassandrashared;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.plimsoll.api.Setting;

/**
 * Settings for consistency levels, with the same names and values in every driver for Cassandra.
 * Levels are also accepted in CQL form, such as {@code LOCAL_QUORUM}.
 */
public final class ConsistencySettings {
  private static final String COMMON =
      "local-one, one, two, three, local-quorum, quorum, each-quorum, all";
  private static final String SERIAL = "serial, local-serial";

  private ConsistencySettings() {}

  /**
   * Creates the setting for the consistency level of reads.
   *
   * @param levels the enum of the client library, whose constants have the CQL names
   */
  public static <L extends Enum<L>> Setting<L> ofReads(Class<L> levels) {
    return setting("read-consistency", levels, COMMON + ", " + SERIAL, "local-one")
        .describedAs("consistency level of reads");
  }

  /** Creates the setting for the consistency level of writes. */
  public static <L extends Enum<L>> Setting<L> ofWrites(Class<L> levels) {
    return setting("write-consistency", levels, COMMON + ", any", "local-one")
        .describedAs("consistency level of writes");
  }

  /**
   * Creates the setting for the serial consistency level of lightweight transactions.
   *
   * @param operations the driver's operations that are lightweight transactions, for the
   *     description
   */
  public static <L extends Enum<L>> Setting<L> serial(Class<L> levels, String operations) {
    return setting("serial-consistency", levels, SERIAL, "serial")
        .describedAs("serial consistency level of " + operations);
  }

  private static <L extends Enum<L>> Setting<L> setting(
      String name, Class<L> levels, String allowed, String defaultText) {
    List<String> texts = List.of(allowed.split(", "));
    Function<String, L> parser =
        text -> {
          String level = text.toLowerCase(Locale.ROOT).replace('_', '-');
          if (!texts.contains(level)) {
            throw new IllegalArgumentException("not a level for this operation");
          }
          return Enum.valueOf(levels, level.toUpperCase(Locale.ROOT).replace('-', '_'));
        };
    Setting.Value<L> value =
        new Setting.Value<>(Setting.Kind.CHOICE, "one of " + allowed, texts, parser);
    return Setting.of(name, value, defaultText).asLive();
  }
}
