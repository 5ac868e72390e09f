package org.plimsoll.driver.cassandrashared;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.plimsoll.api.Setting;

/**
 * Settings of consistency levels, which have the same names and values in each driver of Cassandra.
 * Levels are also accepted in CQL form, such as {@code LOCAL_QUORUM}.
 */
public final class ConsistencySettings {
  private static final String COMMON =
      "local-one, one, two, three, local-quorum, quorum, each-quorum, all";
  private static final String SERIAL = "serial, local-serial";

  private ConsistencySettings() {}

  /**
   * The consistency level of reads.
   *
   * @param levels the client library's enum, whose constants have the names of CQL
   */
  public static <L extends Enum<L>> Setting<L> ofReads(Class<L> levels) {
    return setting("read-consistency", levels, COMMON + ", " + SERIAL, "local-one")
        .describedAs("consistency level of reads");
  }

  /** The consistency level of writes. */
  public static <L extends Enum<L>> Setting<L> ofWrites(Class<L> levels) {
    return setting("write-consistency", levels, COMMON + ", any", "local-one")
        .describedAs("consistency level of writes");
  }

  /**
   * The serial consistency level of lightweight transactions.
   *
   * @param operations the names of the driver's operations that are such transactions
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
