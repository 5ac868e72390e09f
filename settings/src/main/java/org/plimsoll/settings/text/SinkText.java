package org.plimsoll.settings.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.Secret;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SinkSpec.StatsdFlavour;

/** Parses sinks of metrics: {@code prometheus(9095), influx(URL,BUCKET,step=1s)}. */
public final class SinkText {
  private static final Duration SHORTEST_STEP = Duration.ofSeconds(1);
  private static final Duration LONGEST_STEP = Duration.ofHours(1);

  private static final Argument<URI> URL = Addresses.http();
  private static final Argument<InetSocketAddress> STATSD = Addresses.hostPort("statsd");
  private static final Argument<InetSocketAddress> GRAPHITE = Addresses.hostPort("graphite");
  private static final Argument<Duration> STEP =
      Argument.of("step", "a duration from 1s to 1h", SinkText::step, Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("10s")
          .describedAs("time between two transfers");
  private static final Argument<Secret> TOKEN =
      SecretReference.argument("token", "authorizes the transfer");
  private static final Argument<Secret> PLACED_TOKEN = TOKEN.used(Argument.Use.POSITION_OR_KEY);
  private static final Argument<StatsdFlavour> FLAVOUR =
      Argument.of(
              "flavour", "etsy, datadog, telegraf or sysdig", SinkText::flavour, Reached.nothing())
          .withDefault("datadog")
          .describedAs("how tags are written");
  private static final Argument<String> BUCKET =
      Argument.plainText("bucket").describedAs("bucket (InfluxDB 2) or database (InfluxDB 1)");
  private static final Argument<String> ORG =
      Argument.plainText("org")
          .used(Argument.Use.POSITION_OR_KEY)
          .withDefault("")
          .describedAs(
              "organization (InfluxDB 2); without an organization, the protocol of"
                  + " InfluxDB 1 is used");

  public static final Forms<SinkSpec> FORMS =
      Forms.<SinkSpec>of(
              "metrics",
              Form.of(
                  "prometheus",
                  "a page for Prometheus to scrape; a port alone is on 127.0.0.1",
                  Addresses.port("prometheus", "127.0.0.1"),
                  SinkSpec.Prometheus::new),
              Form.of("otlp", "OTLP over HTTP", URL, TOKEN, STEP, SinkSpec.Otlp::new),
              Form.of("atlas", "Netflix Atlas", URL, STEP, SinkSpec.Atlas::new),
              Form.of("statsd", "StatsD over UDP", STATSD, FLAVOUR, STEP, SinkSpec.Statsd::new),
              Form.of("graphite", "Graphite over TCP", GRAPHITE, STEP, SinkSpec.Graphite::new),
              Form.of(
                  "influx",
                  "InfluxDB over HTTP",
                  List.of(URL, BUCKET, ORG, PLACED_TOKEN, STEP),
                  given ->
                      new SinkSpec.Influx(
                          given.get(URL),
                          given.get(BUCKET),
                          given.get(ORG),
                          given.get(PLACED_TOKEN),
                          given.get(STEP))),
              Form.of(
                  "grafana",
                  "the events of the run as annotations in Grafana",
                  URL,
                  PLACED_TOKEN,
                  SinkSpec.Grafana::new))
          .shownBy(SinkText::shown);

  private SinkText() {}

  /** Returns sinks, separated by commas, with their secrets as {@code ***}. */
  public static String shown(String text) {
    return ShownText.ofAll(FORMS, text);
  }

  private static StatsdFlavour flavour(String text) {
    return StatsdFlavour.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static Duration step(String text) {
    Duration step = Quantities.parseDuration(text);
    if (step.compareTo(SHORTEST_STEP) < 0 || step.compareTo(LONGEST_STEP) > 0) {
      throw new IllegalArgumentException("must be from 1s to 1h");
    }
    return step;
  }
}
