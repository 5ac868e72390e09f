package org.plimsoll.engine.spec;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** Where a run's metrics go. Addresses are not looked up, and nothing is connected. */
public sealed interface SinkSpec {
  /** The word that a user writes for it. */
  String name();

  /** A page that Prometheus scrapes. */
  record Prometheus(InetSocketAddress address) implements SinkSpec {
    @Override
    public String name() {
      return "prometheus";
    }
  }

  /** A collector that takes OTLP over HTTP, in protocol buffers. */
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

  /** How a StatsD daemon writes tags; Etsy's has none, and gets them as parts of the name. */
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
   * @param bucket of version 2, or the database of version 1
   * @param org the organisation of version 2; empty makes it version 1
   */
  record Influx(URI uri, String bucket, String org, Secret token, Duration step)
      implements SinkSpec {
    @Override
    public String name() {
      return "influx";
    }
  }

  /** Grafana, which takes the run's events as annotations. */
  record Grafana(URI uri, Secret token) implements SinkSpec {
    @Override
    public String name() {
      return "grafana";
    }
  }
}
