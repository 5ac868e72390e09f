package org.plimsoll.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ConsistencySpec.HistoryFormat;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.ScheduleSpec;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TelemetrySpec;
import org.plimsoll.engine.spec.WorkloadSpec;

/**
 * Every setting of a run, described once. The options of the command line, the keys of spec files,
 * their JSON Schema, the reference page and the messages about mistakes all follow from this list.
 */
public final class RunSettings {
  private static final long MAX_KEYS = 1L << 62;
  private static final double MAX_WEIGHT = 1e9;
  private static final int MAX_WORKERS = 1_000_000;
  private static final int MAX_FIELDS = 10_000;

  public static final Setting<Map<String, Double>> MIX =
      custom(
              "mix",
              Kind.TEXT,
              "read=50,update=50",
              "weights of different operations such as read=80,update=20, each a number from 0 to"
                  + " 1e9 and not all 0",
              RunSettings::parseMix)
          .describedAs(
              "weights of operations: read, insert, update (or write), delete, scan,"
                  + " read-modify-write, bulk-read, bulk-write, those that the driver names, and"
                  + " transactions")
          .asLive();

  public static final Setting<Map<String, List<TransactionText.StepText>>> TRANSACTION =
      customOptional("transaction", Kind.TEXT, TransactionText.ALLOWED, TransactionText::parse)
          .describedAs(
              "operation made of others, which follow each other: checkout=read,read,update(same),"
                  + " then --mix checkout=20,read=80; update(same) has the key of the step before"
                  + " it; repeatable");

  public static final Setting<KeyDistributionSpec.Requests> REQUESTS =
      customOptional("requests", Kind.TEXT, RequestResolver.ALLOWED, RequestResolver::parse)
          .describedAs(
              "file of requests, a JSON object such as {\"op\": \"read\", \"key\": \"a\"} a line,"
                  + " instead of a mix: FILE or replay(FILE) in order, drawn(FILE) each as likely");

  public static final Setting<CustomClass<CustomWorkload>> WORKLOAD =
      customOptional(
              "workload",
              Kind.TEXT,
              "custom(name,…) with the name of a folder among the drivers",
              RunSettings::parseWorkload)
          .describedAs(
              "a class of your own that says what each operation is, in place of the mix:"
                  + " custom(name,…) (docs/workload.md)")
          .asLive();

  public static final Setting<Long> KEYS =
      count("keys", "100k", 1, MAX_KEYS).describedAs("number of keys").asLive();
  public static final Setting<Long> FIRST_KEY =
      count("first-key", "0", 0, MAX_KEYS).describedAs("number of the first key").asLive();
  public static final Setting<KeyDistributionSpec> KEY_DISTRIBUTION =
      custom(
              "key-distribution",
              Kind.DISTRIBUTION,
              "uniform",
              KeyDistributionText.ALLOWED,
              KeyDistributionText::parse)
          .describedAs(
              "how often each key is asked for: uniform, zipfian(0.99), latest(0.99),"
                  + " hotspot(0.2,0.8), normal(0.5,0.1), keys(FILE,replay), … (docs/workload.md)")
          .asLive();
  public static final Setting<KeyLocality.Window> KEY_WINDOW =
      custom("key-window", Kind.TEXT, "none", KeyWindowText.ALLOWED, KeyWindowText::parse)
          .describedAs(
              "part of the keys that is asked for, moving with time: sliding(10k,5m),"
                  + " flipping(10k,30s) or drift(10k,100)")
          .asLive();
  public static final Setting<Double> KEY_REPEAT =
      Setting.decimal("key-repeat", "0", 0, 0.99)
          .describedAs("share of requests that go again to one of the last 1,000 keys")
          .asLive();
  public static final Setting<Double> CLIENT_CACHE =
      Setting.decimal("client-cache", "0", 0, 0.99)
          .describedAs("share of reads that are counted apart and not sent, as behind a cache")
          .asLive();
  public static final Setting<KeyForm> KEY_FORM =
      custom("key-form", Kind.TEXT, "text", KeyForm.ALLOWED, KeyForm::parse)
          .describedAs(
              "how keys are named: text, binary, or as YCSB does: ycsb (hashed) or ycsb-ordered");
  public static final Setting<Distribution> FIELDS =
      custom(
              "fields",
              Kind.DISTRIBUTION,
              "1",
              "a number of fields such as 10, or a distribution such as uniform(1,10) or"
                  + " weights(1:90,20:10), from 1 to 10k",
              RunSettings::parseFields)
          .describedAs("fields of a row, or their distribution");
  public static final Setting<Integer> UPDATE_FIELDS =
      custom(
              "update-fields",
              Kind.TEXT,
              "all",
              "all or a number of fields from 1 to 10k",
              RunSettings::parseUpdateFields)
          .describedAs(
              "how many of a row's fields an update writes, from one that is drawn on; the others"
                  + " stay as they are")
          .asLive();
  public static final Setting<Distribution> VALUE_BYTES =
      custom(
              "value-bytes",
              Kind.DISTRIBUTION,
              "100",
              "a size such as 100 or 1KiB, or a distribution such as uniform(100,2000), of at most"
                  + " 1GiB",
              text -> parseBounded(text, 1L << 30))
          .describedAs("bytes of one field, or their distribution, such as uniform(100,2000)")
          .asLive();
  public static final Setting<Double> COMPRESSIBILITY =
      Setting.decimal("compressibility", "0", 0, 1)
          .describedAs("share of a value's bytes that repeat")
          .asLive();
  public static final Setting<Long> VALUES =
      count("values", "0", 0, MAX_KEYS)
          .describedAs("distinct values drawn from; 0 is unlimited")
          .asLive();
  public static final Setting<Distribution> SCAN_LENGTH =
      custom(
              "scan-length",
              Kind.DISTRIBUTION,
              "100",
              "a number of rows such as 100, or a distribution such as uniform(1,100), of at most"
                  + " 1m",
              text -> parseBounded(text, 1_000_000))
          .describedAs("rows that a scan asks for, or their distribution")
          .asLive();
  public static final Setting<Long> BULK_SIZE =
      count("bulk-size", "16", 1, 100_000).describedAs("items of a bulk operation").asLive();
  public static final Setting<Boolean> IGNORE_MISSING =
      Setting.flag("ignore-missing", false).describedAs("do not report reads that found nothing");
  public static final Setting<Boolean> VERIFY =
      Setting.flag("verify", false).describedAs("check every row that is read");

  public static final Setting<PerOperation<RateSpec>> RATE =
      customOptional(
              "rate",
              Kind.DISTRIBUTION,
              "operations per second above 0 and at most 1g, such as 10k, a shape such as"
                  + " ramp(1k,10k,5m), or one for each operation such as read=8k,update=2k",
              text -> PerOperation.parse(text, RateText::parse))
          .describedAs(
              "operations per second of an open load: 10k, read=8k,update=2k, or a shape from the"
                  + " begin of the measurement on: ramp(from,to,length), steps(from,step,to,each),"
                  + " sine(mean,amplitude,period), daily(least,most),"
                  + " spike(base,peak,at,length), csv(file)")
          .asLive();
  public static final Setting<PerOperation<Integer>> WORKERS =
      customOptional(
              "workers",
              Kind.COUNT,
              "a whole number from 1 to 1m, such as 16, or one for each operation such as"
                  + " read=32,update=8",
              text -> PerOperation.parse(text, RunSettings::parseWorkers))
          .describedAs(
              "workers of a closed load: 16, or read=32,update=8; without a rate either, 16")
          .asLive();
  public static final Setting<Model> MODEL =
      customOptional(
              "model",
              Kind.CHOICE,
              "one of open, paced, closed",
              text -> oneOf(text, Model.OPEN, Model.PACED, Model.CLOSED))
          .describedAs(
              "open, paced or closed; follows from rate and workers, and must be said with both");
  public static final Setting<ArrivalSpec> ARRIVALS =
      custom(
              "arrivals",
              Kind.DISTRIBUTION,
              "constant",
              "an arrival process such as poisson or gamma(0.5)",
              ArrivalText::parse)
          .describedAs(
              "arrival process of an open load: constant, poisson, uniform(jitter), gamma(shape),"
                  + " lognormal(sigma), pareto(shape), hyperexponential(cv2),"
                  + " markov(ratio,calm,burst), trace(file), custom(name,…)")
          .asLive();
  public static final Setting<Distribution> THINK_TIME =
      Setting.durations("think-time", "0")
          .describedAs(
              "how long a worker of a closed load waits between an answer and its next operation:"
                  + " 100ms, or exponential(1s)")
          .asLive();
  public static final Setting<Duration> TIMEOUT =
      duration("timeout", "5s", Duration.ofNanos(1_000), Duration.ofDays(1))
          .describedAs("an operation's deadline, from its intended start")
          .asLive();
  public static final Setting<Long> MAX_IN_FLIGHT =
      count("max-in-flight", null, 1, 10_000_000)
          .describedAs(
              "bound of operations in flight of an open load; by default rate × timeout, at most"
                  + " what memory allows")
          .asLive();
  public static final Setting<WhenFull> WHEN_FULL =
      Setting.choice("when-full", WhenFull.WAIT)
          .describedAs("what an arrival does at that bound: wait until its deadline, or shed")
          .asLive();
  public static final Setting<Long> MAX_BACKLOG =
      count("max-backlog", "100k", 0, 100_000_000)
          .describedAs("waiting arrivals; those beyond are shed")
          .asLive();
  public static final Setting<Long> SESSIONS =
      count("sessions", "0", 0, 1_000_000)
          .describedAs("handles of the driver that take operations; 0 leaves it to the driver");

  public static final Setting<Duration> WARMUP =
      duration("warmup", "2s", Duration.ZERO, Duration.ofDays(365))
          .describedAs("length of the warm-up, which is recorded apart");
  public static final Setting<Duration> FOR =
      duration("for", "10s", Duration.ofMillis(1), Duration.ofDays(36_500))
          .describedAs("length of the measurement");
  public static final Setting<Long> OPS =
      count("ops", null, 1, MAX_KEYS).describedAs("measure this many operations instead");
  public static final Setting<Boolean> FOREVER =
      Setting.flag("forever", false).describedAs("measure until stopped");

  public static final Setting<Long> ITERATIONS =
      count("iterations", "1", 1, 10_000)
          .describedAs("how many times to measure, each with its drain and reported on its own");
  public static final Setting<Double> PROBE =
      customOptional(
              "probe",
              Kind.DECIMAL,
              "operations per second above 0 and at most 1g, such as 10 or 10/s",
              text ->
                  RateText.positive(
                      text.endsWith("/s") ? text.substring(0, text.length() - 2) : text))
          .describedAs(
              "rate of an onlooker beside the load, with connections of its own and reported apart:"
                  + " 10/s");
  public static final Setting<Map<String, Double>> PROBE_MIX =
      custom(
              "probe-mix",
              Kind.TEXT,
              "read=1",
              "weights of different operations such as read=1,update=1, each a number from 0 to"
                  + " 1e9 and not all 0",
              RunSettings::parseMix)
          .describedAs("weights of the probe's operations");

  /** Keys to fill; {@code AUTO_FILL} leaves it to the target, 0 means all. */
  public static final Setting<Long> FILL =
      custom(
              "fill",
              Kind.TEXT,
              "auto",
              "auto, all or a number of keys from 1 to 2^62",
              RunSettings::parseFill)
          .describedAs(
              "keys to load first: all, or a number; by default all when the target is embedded or"
                  + " empty");

  public static final long AUTO_FILL = -1;
  public static final long NO_FILL = -2;
  public static final Setting<Boolean> NO_FILL_FLAG =
      Setting.flag("no-fill", false).describedAs("load nothing first");
  public static final Setting<FillMode> FILL_MODE =
      custom(
              "fill-mode",
              Kind.CHOICE,
              "fill",
              "one of fill, only-missing, verify",
              text -> oneOf(text, FillMode.FILL, FillMode.ONLY_MISSING, FillMode.VERIFY))
          .describedAs("insert every key, only the missing ones, or verify what is there");
  public static final Setting<Double> FILL_RATE =
      customOptional(
              "fill-rate",
              Kind.DECIMAL,
              "operations per second above 0 and at most 1g, such as 10k",
              RateText::positive)
          .describedAs("limit of the fill, in operations per second; none by default");
  public static final Setting<Long> FILL_WORKERS =
      count("fill-workers", "64", 1, 100_000).describedAs("operations in flight of the fill");
  public static final Setting<Shard> FILL_SHARD =
      custom("fill-shard", Kind.TEXT, "0/1", "k/n with 0 ≤ k < n ≤ 1m, such as 0/4", Shard::parse)
          .describedAs("this process's part of the fill: part k of n, from 0/n on");
  public static final Setting<Long> FILL_FROM =
      count("fill-from", "0", 0, MAX_KEYS)
          .describedAs("position to resume the fill at, within the shard");

  public static final Setting<List<SloSpec>> SLO =
      customOptional(
              "slo",
              Kind.TEXT,
              "an objective such as p99<10ms, read.p999<20ms, errors<0.1% or throughput>9.5k",
              SloText::parseAll)
          .describedAs(
              "objective: p99<10ms, read.p999<20ms, checkout/read.p99<5ms of a scenario,"
                  + " errors<0.1%, throughput>9.5k, lost-writes<1; a missed one exits 4;"
                  + " repeatable");
  public static final Setting<Boolean> HANDSHAKE =
      Setting.flag("handshake", false).describedAs("one write, read and delete before any load");
  public static final Setting<Long> SEED =
      count("seed", null, 0, Long.MAX_VALUE)
          .describedAs("reproduces the same operations; random when absent, always stored");
  public static final Setting<String> NAME =
      custom(
              "name",
              Kind.TEXT,
              "run",
              "1 to 60 letters, digits, hyphens, underscores or dots that start with a letter or"
                  + " digit",
              RunSettings::parseName)
          .describedAs("name of the run, in its folder and reports");

  public static final Setting<List<PropertySourceSpec>> PROPERTIES =
      customOptional(
              "properties", Kind.TEXT, PropertySourceText.ALLOWED, PropertySourceText::parseAll)
          .describedAs(
              "property sources, the upper ones last: file(path), url(https://host/path,5s),"
                  + " url(s3://bucket/key,region=NAME),"
                  + " jdbc(url,table,5s,user=name,password=env:NAME), environment, custom(name,…);"
                  + " repeatable (docs/live-parameters.md)");
  public static final Setting<List<ScheduleSpec>> SCHEDULE =
      customOptional("schedule", Kind.TEXT, ScheduleText.ALLOWED, ScheduleText::parseAll)
          .describedAs(
              "changes while it runs: 'at=5m rate=20k', after the begin of the measurement;"
                  + " 'at=2030-01-01T09:00:00Z every=24h rate=5k mix=read=1'; repeatable");

  public static final Setting<Boolean> CONSISTENCY =
      Setting.flag("consistency", false)
          .describedAs(
              "stamp what is written, and find stale reads, violated session guarantees and lost"
                  + " writes by it");
  public static final Setting<Long> CONSISTENCY_KEYS =
      count("consistency-keys", "10k", 1, 100_000)
          .describedAs("keys that are followed, about, a sample of all");
  public static final Setting<Long> CONSISTENCY_CLIENTS =
      count("consistency-clients", "16", 1, 1_024)
          .describedAs(
              "clients whose session guarantees are judged: that many workers, or of an open load"
                  + " operation i is client i mod N");
  public static final Setting<Duration> CONSISTENCY_PROBE =
      optionalDuration("consistency-probe", Duration.ofMillis(1), Duration.ofDays(1))
          .describedAs(
              "time between markers that are written and read until seen; no probe by default");
  public static final Setting<Duration> CONSISTENCY_POLL =
      duration("consistency-poll", "1ms", Duration.ofNanos(1_000), Duration.ofMinutes(1))
          .describedAs("time between two reads of the probe, its resolution");
  public static final Setting<Duration> CONSISTENCY_SETTLE =
      duration("consistency-settle", "10s", Duration.ZERO, Duration.ofDays(1))
          .describedAs(
              "how long an acknowledged write may stay invisible after the load before it counts"
                  + " as lost");
  public static final Setting<String> HISTORY =
      customOptional(
              "history", Kind.TEXT, "a file in a folder that exists", RunSettings::parseHistory)
          .describedAs("file for the history of the keys that are followed, for other checkers");
  public static final Setting<HistoryFormat> HISTORY_FORMAT =
      Setting.choice("history-format", HistoryFormat.ELLE)
          .describedAs("elle (EDN, rw-register) or porcupine (lines of its key-value log)");
  public static final Setting<Long> HISTORY_OPS =
      count("history-ops", "200k", 0, 10_000_000)
          .describedAs("operations recorded, for the history and the check of atomicity");

  public static final Setting<List<SinkSpec>> METRICS =
      customOptional("metrics", Kind.TEXT, SinkText.ALLOWED, SinkText::parseAll)
          .describedAs(
              "where the run's metrics go: prometheus(9095), otlp(URL), atlas(URL),"
                  + " statsd(HOST:PORT,FLAVOUR), graphite(HOST:PORT), influx(URL,BUCKET),"
                  + " grafana(URL,env:TOKEN) (docs/metrics.md); repeatable");
  public static final Setting<List<TelemetrySpec>> TELEMETRY =
      customOptional("telemetry", Kind.TEXT, TelemetryText.ALLOWED, TelemetryText::parseAll)
          .describedAs(
              "numbers of the target's side to read beside those that its driver knows:"
                  + " prometheus(URL,NAME…), jmx(HOST:PORT,BEAN,ATTRIBUTE…); none turns all off"
                  + " (docs/telemetry.md); repeatable");
  public static final Setting<Duration> TELEMETRY_EVERY =
      duration("telemetry-every", "5s", Duration.ofMillis(100), Duration.ofHours(1))
          .describedAs("time between two readings of the target's own numbers");

  /** Settings that belong together, in the order in which they are shown. */
  public record Group(String title, List<Setting<?>> settings) {}

  private static final List<Group> GROUPS =
      List.of(
          new Group(
              "Workload",
              List.of(
                  MIX,
                  TRANSACTION,
                  REQUESTS,
                  WORKLOAD,
                  KEYS,
                  FIRST_KEY,
                  KEY_DISTRIBUTION,
                  KEY_WINDOW,
                  KEY_REPEAT,
                  CLIENT_CACHE,
                  KEY_FORM,
                  FIELDS,
                  UPDATE_FIELDS,
                  VALUE_BYTES,
                  COMPRESSIBILITY,
                  VALUES,
                  SCAN_LENGTH,
                  BULK_SIZE,
                  IGNORE_MISSING,
                  VERIFY)),
          new Group(
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
                  SESSIONS)),
          new Group("Phases", List.of(WARMUP, FOR, OPS, FOREVER, ITERATIONS)),
          new Group("Probe", List.of(PROBE, PROBE_MIX)),
          new Group(
              "Fill",
              List.of(
                  FILL, NO_FILL_FLAG, FILL_MODE, FILL_RATE, FILL_WORKERS, FILL_SHARD, FILL_FROM)),
          new Group(
              "Consistency",
              List.of(
                  CONSISTENCY,
                  CONSISTENCY_KEYS,
                  CONSISTENCY_CLIENTS,
                  CONSISTENCY_PROBE,
                  CONSISTENCY_POLL,
                  CONSISTENCY_SETTLE,
                  HISTORY,
                  HISTORY_FORMAT,
                  HISTORY_OPS)),
          new Group("Changes", List.of(PROPERTIES, SCHEDULE)),
          new Group("Metrics", List.of(METRICS, TELEMETRY, TELEMETRY_EVERY)),
          new Group("Run", List.of(SLO, HANDSHAKE, SEED, NAME)));

  private static final Set<Setting<?>> MAPS = Set.of(MIX, TRANSACTION, RATE, WORKERS, PROBE_MIX);
  private static final Set<Setting<?>> LISTS =
      Set.of(SLO, TRANSACTION, METRICS, TELEMETRY, PROPERTIES, SCHEDULE);

  /** What only a measurement has. */
  private static final Set<Setting<?>> MEASURING =
      Set.of(
          MIX,
          TRANSACTION,
          WORKLOAD,
          KEY_DISTRIBUTION,
          SCAN_LENGTH,
          BULK_SIZE,
          IGNORE_MISSING,
          VERIFY,
          RATE,
          WORKERS,
          MODEL,
          ARRIVALS,
          MAX_IN_FLIGHT,
          WHEN_FULL,
          MAX_BACKLOG,
          WARMUP,
          FOR,
          OPS,
          FOREVER,
          ITERATIONS,
          PROBE,
          PROBE_MIX,
          NO_FILL_FLAG,
          PROPERTIES,
          SCHEDULE);

  /** What scenarios may have of their own, but for what all that touch a key must agree on. */
  private static final Set<String> SCENARIO_GROUPS = Set.of("Workload", "Load");

  private static final Set<Setting<?>> AGREED = Set.of(KEY_FORM, IGNORE_MISSING, VERIFY);

  private RunSettings() {}

  /** The settings in their groups. */
  public static List<Group> groups() {
    return GROUPS;
  }

  /** The settings one after the other. */
  public static Stream<Setting<?>> all() {
    return GROUPS.stream().flatMap(group -> group.settings().stream());
  }

  /** Whether it has a meaning for a fill without a measurement. */
  public static boolean concernsFill(Setting<?> setting) {
    return !MEASURING.contains(setting);
  }

  /** Whether each scenario may have its own. */
  public static boolean isOfScenario(Setting<?> setting) {
    return !AGREED.contains(setting)
        && GROUPS.stream()
            .filter(group -> SCENARIO_GROUPS.contains(group.title()))
            .anyMatch(group -> group.settings().contains(setting));
  }

  public static Optional<Setting<?>> named(String name) {
    return all().filter(setting -> setting.name().equals(name)).findFirst();
  }

  /** Whether a spec file may write it as a map from operation to number, or to a list. */
  public static boolean isMap(Setting<?> setting) {
    return MAPS.contains(setting);
  }

  /** Whether it may be given many times, as a list in a spec file. */
  public static boolean isList(Setting<?> setting) {
    return LISTS.contains(setting);
  }

  /** Whether it says how parameters change by themselves, which only a run of its own can do. */
  public static boolean isOfSteeredRun(Setting<?> setting) {
    return setting.equals(PROPERTIES) || setting.equals(SCHEDULE);
  }

  /** What stands between the items of a list. */
  public static String separator(Setting<?> setting) {
    return setting.equals(SCHEDULE) ? "; " : ",";
  }

  /** A value as it may be shown: without the secrets in it. */
  static String shown(String name, String text) {
    return name.equals(METRICS.name())
        ? SinkText.shown(text)
        : name.equals(PROPERTIES.name()) ? PropertySourceText.masked(text) : text;
  }

  private static <T> Setting<T> custom(
      String name, Kind kind, String defaultText, String allowed, Function<String, T> parser) {
    return new Setting<>(name, kind, defaultText, allowed, "", false, false, parser);
  }

  private static CustomClass<CustomWorkload> parseWorkload(String text) {
    return CustomClass.of(CallText.parse(text));
  }

  private static <T> Setting<T> customOptional(
      String name, Kind kind, String allowed, Function<String, T> parser) {
    return new Setting<>(name, kind, null, allowed, "", false, false, parser);
  }

  private static Setting<Long> count(
      String name, @Nullable String defaultText, long minimum, long maximum) {
    Setting<Long> plain = Setting.count(name, defaultText, minimum, maximum);
    String most = maximum == MAX_KEYS ? "2^62" : maximum == Long.MAX_VALUE ? "2^63-1" : null;
    return most == null
        ? plain
        : new Setting<>(
            name,
            Kind.COUNT,
            defaultText,
            "a whole number from " + minimum + " to " + most,
            "",
            false,
            false,
            plain.parser());
  }

  private static Setting<Duration> optionalDuration(
      String name, Duration minimum, Duration maximum) {
    return duration(name, null, minimum, maximum);
  }

  private static Setting<Duration> duration(
      String name, @Nullable String defaultText, Duration minimum, Duration maximum) {
    String allowed =
        "a duration such as 250ms, 30s or 1h30m, from "
            + DurationText.of(minimum)
            + " to "
            + DurationText.of(maximum);
    return new Setting<>(
        name,
        Kind.DURATION,
        defaultText,
        allowed,
        "",
        false,
        false,
        text -> {
          Duration value = Quantities.parseDuration(text);
          require(value.compareTo(minimum) >= 0 && value.compareTo(maximum) <= 0);
          return value;
        });
  }

  private static String parseHistory(String text) {
    require(!text.isBlank());
    return text;
  }

  private static Map<String, Double> parseMix(String text) {
    Map<String, Double> mix =
        PerOperation.parseEach(
            text, part -> checkedUpTo(Quantities.parseDecimal(part.strip()), MAX_WEIGHT));
    require(mix.values().stream().anyMatch(weight -> weight > 0));
    return mix;
  }

  private static int parseWorkers(String text) {
    long workers = Quantities.parseCount(text.strip());
    require(workers >= 1 && workers <= MAX_WORKERS);
    return (int) workers;
  }

  private static double checkedUpTo(double value, double maximum) {
    require(value >= 0 && value <= maximum);
    return value;
  }

  private static Distribution parseBounded(String text, long maximum) {
    Distribution distribution = DistributionText.parseBytes(text);
    require(isWithin(distribution, maximum));
    return distribution;
  }

  /** Where samples have no bound, it is the typical ones that must keep it. */
  private static boolean isWithin(Distribution distribution, long maximum) {
    return switch (distribution) {
      case Distribution.Exponential(double mean) -> mean <= maximum;
      case Distribution.Normal(double mean, double deviation) ->
          mean <= maximum && deviation <= maximum;
      case Distribution.Lognormal(double median, double sigma) -> median <= maximum && sigma <= 10;
      case Distribution.Pareto(double minimum, double shape) -> minimum <= maximum;
      case Distribution.Weibull(double scale, double shape) -> scale <= maximum && shape >= 0.1;
      default -> distribution.maximum() <= maximum;
    };
  }

  private static Distribution parseFields(String text) {
    Distribution fields = DistributionText.parseBytes(text);
    require(fields.maximum() >= 1 && fields.maximum() <= MAX_FIELDS && fields.lowerBound() >= 1);
    return fields;
  }

  private static int parseUpdateFields(String text) {
    if (text.equals("all")) {
      return WorkloadSpec.ALL_FIELDS;
    }
    long fields = Quantities.parseCount(text);
    require(fields >= 1 && fields <= MAX_FIELDS);
    return (int) fields;
  }

  private static long parseFill(String text) {
    return switch (text) {
      case "auto" -> AUTO_FILL;
      case "all", "true" -> 0L;
      case "none", "false" -> NO_FILL;
      default -> {
        long keys = Quantities.parseCount(text);
        require(keys >= 1 && keys <= MAX_KEYS);
        yield keys;
      }
    };
  }

  private static String parseName(String text) {
    require(text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,59}"));
    return text;
  }

  @SafeVarargs
  private static <E extends Enum<E>> E oneOf(String text, E... choices) {
    for (E choice : choices) {
      if (ChoiceText.of(choice).equals(text)) {
        return choice;
      }
    }
    throw new IllegalArgumentException("must be one of the choices");
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException("out of range");
    }
  }
}
