package org.plimsoll.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The prices of machines and traffic in a sweep. All prices have the same currency.
 *
 * @param perHour all machines of the target together; 0 if unknown
 * @param perGigabyte traffic with the target; 0 if unknown
 * @param perNodeHour price of one node of the target per hour
 * @param clients formula for the number of client machines; null without any
 * @param perClientHour price of a client machine per hour
 * @param zoneTraffic formula for the bytes per second between zones; null without any
 * @param perZoneGigabyte price per gigabyte of traffic between zones
 * @param hours number of hours that a test is paid for; 0 if it is the length of the run
 */
public record SweepPrices(
    double perHour,
    double perGigabyte,
    double perNodeHour,
    @Nullable String clients,
    double perClientHour,
    @Nullable String zoneTraffic,
    double perZoneGigabyte,
    double hours) {
  /**
   * The name of the payload bytes per second in the formula for traffic between zones; {@code
   * SCENARIO/bytes} is the payload of a scenario.
   */
  public static final String BYTES = "bytes";

  static SweepPrices of(SweepTexts texts) {
    return new SweepPrices(
        price(texts, "price-per-hour"),
        price(texts, "price-per-gb"),
        price(texts, "price-per-node-hour"),
        texts.text("clients"),
        price(texts, "price-per-client-hour"),
        texts.text("zone-traffic"),
        price(texts, "price-per-zone-gb"),
        price(texts, "hours"));
  }

  /** Returns whether a price of nodes, of clients, or of traffic between zones is known. */
  public boolean isOfParts() {
    return perNodeHour > 0 || perClientHour > 0 || perZoneGigabyte > 0;
  }

  /**
   * Checks the formulas at a point, before any load.
   *
   * @param server columns of the target's metrics that the formula for the traffic may name
   */
  void check(Map<String, String> values, Iterable<String> server, Iterable<String> scenarios) {
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put(BYTES, 1.0);
    server.forEach(name -> measured.put(name, 1.0));
    scenarios.forEach(name -> measured.put(name + "/" + BYTES, 1.0));
    clients(values);
    zoneBytesPerSecond(values, measured);
  }

  /** Returns the number of client machines at a point. */
  public double clients(Map<String, String> values) {
    return clients == null ? 0 : atLeast0("clients", Formula.value("clients", clients, values));
  }

  /**
   * Returns the traffic between zones, in bytes per second.
   *
   * @param measured {@link #BYTES}, and the target's metrics by column
   */
  public double zoneBytesPerSecond(Map<String, String> values, Map<String, Double> measured) {
    if (zoneTraffic == null) {
      return 0;
    }
    Map<String, String> all = new LinkedHashMap<>(values);
    measured.forEach((name, value) -> all.put(name, Formula.plain(value)));
    return atLeast0("zone-traffic", Formula.value("zone-traffic", zoneTraffic, all));
  }

  private static double atLeast0(String name, double value) {
    if (value < 0) {
      throw new InvalidSpecException(name + ": must be at least 0, was " + Formula.plain(value));
    }
    return value;
  }

  private static double price(SweepTexts texts, String name) {
    String text = texts.text(name);
    if (text == null) {
      return 0;
    }
    try {
      double price = Quantities.parseDecimal(text);
      if (price >= 0 && price < 1e9) {
        return price;
      }
    } catch (IllegalArgumentException e) {
      // The error is reported below, with the allowed values.
    }
    String what = name.equals("hours") ? "hours" : "a price";
    throw new InvalidSpecException(
        "--" + name + ": must be " + what + " of at least 0 and below 1g, was '" + text + "'");
  }
}
