package org.plimsoll.settings;

import static org.plimsoll.settings.SettingTypes.require;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.settings.text.ArrivalText;
import org.plimsoll.settings.text.PerOperation;
import org.plimsoll.settings.text.RateText;

/** The settings of a load, and of the probe: how operations arrive. */
public final class LoadSettings {
  private static final int MAX_WORKERS = 1_000_000;

  public static final Setting<PerOperation<RateSpec>> RATE =
      Setting.of(
              "rate",
              Kind.DISTRIBUTION,
              null,
              "operations per second above 0 and at most 1g, such as 10k, a shape such as"
                  + " ramp(1k,10k,5m), one for each operation such as read=8k,update=2k, or one for"
                  + " each side of the mix: reads=8k,writes=2k",
              text -> PerOperation.parse(text, RateText::parse))
          .describedAs(
              "operations per second of an open load: 10k, read=8k,update=2k, or a shape over the"
                  + " time of the measurement")
          .asLive();
  public static final Setting<PerOperation<Integer>> WORKERS =
      Setting.of(
              "workers",
              Kind.COUNT,
              null,
              "a whole number from 1 to 1m, such as 16, or one for each operation such as"
                  + " read=32,update=8 or side of the mix such as reads=32,writes=8",
              text -> PerOperation.parse(text, LoadSettings::parseWorkers))
          .describedAs("workers of a closed load: 16, or read=32,update=8; 16 if no rate is given")
          .asLive();
  public static final Setting<Model> MODEL =
      Setting.choice("model", null, List.of(Model.OPEN, Model.PACED, Model.CLOSED))
          .describedAs(
              "open, paced or closed; follows from rate and workers, and is required with both");
  public static final Setting<ArrivalSpec> ARRIVALS =
      Setting.of(
              "arrivals",
              Kind.DISTRIBUTION,
              "constant",
              ArrivalText.FORMS.allowed(),
              ArrivalText.FORMS::parse)
          .describedAs("arrival process of an open load")
          .asLive();
  public static final Setting<Distribution> THINK_TIME =
      Setting.durations("think-time", "0")
          .describedAs(
              "time that a worker of a closed load waits between an answer and its next operation:"
                  + " 100ms, or exponential(1s)")
          .asLive();
  public static final Setting<Duration> TIMEOUT =
      SettingTypes.duration("timeout", "5s", Duration.ofNanos(1_000), Duration.ofDays(1))
          .describedAs(
              "deadline of an operation, from its intended start; with when-full hold, from its"
                  + " sending")
          .asLive();
  public static final Setting<Long> MAX_IN_FLIGHT =
      SettingTypes.count("max-in-flight", null, 1, 10_000_000)
          .describedAs(
              "limit of operations in flight of an open load; by default rate × timeout, bounded "
                  + "by memory")
          .asLive();
  public static final Setting<WhenFull> WHEN_FULL =
      Setting.choice("when-full", WhenFull.WAIT)
          .describedAs(
              "what happens to an arrival at max-in-flight: wait until its deadline, shed, or hold:"
                  + " wait until it is sent, and hold the schedule back when the backlog is full;"
                  + " a rate is then a cap")
          .asLive();
  public static final Setting<Long> MAX_BACKLOG =
      SettingTypes.count("max-backlog", "100k", 0, 100_000_000)
          .describedAs(
              "maximum number of waiting arrivals (at most 256 with when-full hold); more"
                  + " arrivals are"
                  + " shed or held back")
          .asLive();
  public static final Setting<Long> SESSIONS =
      SettingTypes.count("sessions", "0", 0, 1_000_000)
          .describedAs("sessions of the driver; 0 leaves the number to the driver")
          .asLive();

  public static final Setting<Double> PROBE =
      Setting.of(
              "probe",
              Kind.DECIMAL,
              null,
              "operations per second above 0 and at most 1g, such as 10 or 10/s",
              text -> RateText.positive(ratePerSecond(text)))
          .describedAs(
              "rate of the probe, an independent light load with its own connections, reported"
                  + " separately: 10/s");
  public static final Setting<Map<String, Double>> PROBE_MIX =
      Setting.of(
              "probe-mix",
              Kind.TEXT,
              "read=1",
              "weights of different operations such as read=1,update=1, each a number from 0 to"
                  + " 1e9 and not all 0",
              WorkloadSettings::parseMix)
          .describedAs("weights of the probe's operations");

  /** Settings that apply only to a load with a rate. */
  static final List<Setting<?>> OPEN_ONLY =
      List.of(MAX_IN_FLIGHT, WHEN_FULL, MAX_BACKLOG, ARRIVALS);

  static final SettingGroup GROUP =
      new SettingGroup(
          "Load",
          List.of(
              RATE,
              WORKERS,
              MODEL,
              ARRIVALS,
              THINK_TIME,
              TIMEOUT,
              MAX_IN_FLIGHT,
              WHEN_FULL,
              MAX_BACKLOG,
              SESSIONS));
  static final SettingGroup PROBE_GROUP = new SettingGroup("Probe", List.of(PROBE, PROBE_MIX));

  private LoadSettings() {}

  /** Returns a rate without a trailing {@code /s}. */
  static String ratePerSecond(String text) {
    return text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
  }

  private static int parseWorkers(String text) {
    long workers = Quantities.parseCount(text.strip());
    require(workers >= 1 && workers <= MAX_WORKERS);
    return (int) workers;
  }
}
