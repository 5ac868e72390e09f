package org.plimsoll.engine.spec;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/**
 * A destination of a run's metrics or notices. Creating it resolves no addresses and opens no
 * connections.
 */
public sealed interface SinkSpec {
  /** Returns the keyword of the sink in settings. */
  String name();

  /** A page that Prometheus scrapes. */
  record Prometheus(InetSocketAddress address) implements SinkSpec {
    @Override
    public String name() {
      return "prometheus";
    }
  }

  /** An OTLP collector, over HTTP with Protocol Buffers. */
  record Otlp(URI uri, Secret token, Duration step) implements SinkSpec {
    @Override
    public String name() {
      return "otlp";
    }
  }

  /** Netflix Atlas. */
  record Atlas(URI uri, Duration step) implements SinkSpec {
    @Override
    public String name() {
      return "atlas";
    }
  }

  /** A StatsD daemon, over UDP. */
  record Statsd(InetSocketAddress address, StatsdFlavour flavour, Duration step)
      implements SinkSpec {
    @Override
    public String name() {
      return "statsd";
    }
  }

  /**
   * The tag formats of StatsD daemons. Etsy's flavor has no tags, so they become parts of the name.
   */
  enum StatsdFlavour {
    ETSY,
    DATADOG,
    TELEGRAF,
    SYSDIG
  }

  /** Graphite's plain text over TCP. */
  record Graphite(InetSocketAddress address, Duration step) implements SinkSpec {
    @Override
    public String name() {
      return "graphite";
    }
  }

  /**
   * InfluxDB.
   *
   * @param bucket bucket of version 2, or database of version 1
   * @param org organization of version 2; empty = version 1
   */
  record Influx(URI uri, String bucket, String org, Secret token, Duration step)
      implements SinkSpec {
    @Override
    public String name() {
      return "influx";
    }
  }

  /**
   * A receiver of notices about the run, such as a missed objective.
   *
   * @param url the HTTP address, which may contain a secret
   * @param secret the secret that signs the notices; empty if they are not signed
   */
  record Webhook(Secret url, Secret secret, NoticeFormat format) implements SinkSpec {
    @Override
    public String name() {
      return "webhook";
    }
  }

  /** The formats of a notice's body. */
  enum NoticeFormat {
    JSON,
    /** A message for Slack's incoming webhooks and compatible services. */
    SLACK
  }

  /** Grafana, which receives the run's events as annotations. */
  record Grafana(URI uri, Secret token) implements SinkSpec {
    @Override
    public String name() {
      return "grafana";
    }
  }
}
