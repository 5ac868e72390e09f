package org.plimsoll.settings.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.TelemetrySpec;

/**
 * Parses sources of the target's telemetry: {@code prometheus(URL,NAME|REGEX…)}, {@code
 * jmx(HOST:PORT,BEAN,ATTRIBUTE…)}, {@code hosts(HOST…,jmx=PORT)}, or {@code none}.
 */
public final class TelemetryText {
  private static final int MOST = 31;

  private static final Argument<URI> URL = Addresses.http();
  private static final Argument<Pattern> NAME =
      Argument.of(
              "name-or-regex",
              "a name or regular expression, at most 31 of them",
              text -> Pattern.compile(nonEmpty(text)),
              Reached.nothing())
          .used(Argument.Use.REPEATED_AT_LEAST_ONCE)
          .describedAs("metrics whose whole name it matches");
  private static final Argument<InetSocketAddress> HOST_PORT =
      Addresses.bracketedHostPort("jmx").describedAs("the JMX port of the process");
  private static final Argument<String> BEAN_PART =
      Argument.of("bean,attribute", "not empty", TelemetryText::nonEmpty, Reached.nothing())
          .used(Argument.Use.REPEATED_AT_LEAST_ONCE)
          .describedAs("object name of a bean, and its attributes");

  private static final Argument<InetSocketAddress> EXPORTER =
      Argument.of(
              "host[:port]",
              "a host, with the port of its exporter unless it is 9100",
              TelemetryText::exporter,
              address -> List.of(Reached.Hosts.of("hosts", address)))
          .used(Argument.Use.REPEATED)
          .describedAs("hosts of node exporters; those of the target if there are none");
  private static final Argument<Integer> JMX_PORT =
      Argument.of("jmx", "a port from 1 to 65535", TelemetryText::port, Reached.nothing())
          .used(Argument.Use.KEYED)
          .describedAs("JMX port of the Java process on each host");

  public static final Forms<TelemetrySpec> FORMS =
      Forms.<TelemetrySpec>of(
              "telemetry",
              Form.<TelemetrySpec>of(
                      "prometheus",
                      "metrics of a page in the text format of Prometheus",
                      List.of(URL, NAME),
                      given -> prometheus(given.get(URL), given.all(NAME)))
                  .withRule("1 to 31 names or regular expressions"),
              Form.<TelemetrySpec>of(
                      "jmx",
                      "attributes of a bean in a Java process",
                      List.of(HOST_PORT, BEAN_PART),
                      given -> jmx(given.get(HOST_PORT), given.all(BEAN_PART)))
                  .withRule(
                      "a bean before its attributes, such as"
                          + " jmx(127.0.0.1:7199,java.lang:type=Memory,HeapMemoryUsage.used)"),
              Form.<TelemetrySpec>of(
                  "hosts",
                  "processor, memory, network and disk of hosts with a Prometheus node exporter",
                  List.of(EXPORTER, JMX_PORT),
                  given -> {
                    Integer port = given.find(JMX_PORT);
                    return new TelemetrySpec.Hosts(given.all(EXPORTER), port == null ? 0 : port);
                  }))
          .shownBy(TelemetryText::shown);

  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED = FORMS.written() + " or none";

  private TelemetryText() {}

  /** Returns sources, separated by commas, without the secrets of their URLs. */
  public static String shown(String text) {
    return isNone(text) ? text.strip() : ShownText.ofAll(FORMS, text);
  }

  /** Parses sources that are separated by commas; {@code none} alone is an empty list. */
  public static List<TelemetrySpec> parseAll(String text) {
    return isNone(text) ? List.of() : FORMS.parseAll(text);
  }

  /** Returns the external resources that sources reach, besides the hosts of the target. */
  public static List<Reached> reached(String text) {
    return isNone(text) ? List.of() : FORMS.reachedByAll(text);
  }

  /** Returns whether all telemetry is off, including that of the driver. */
  public static boolean isNone(String text) {
    return text.strip().equals("none");
  }

  private static InetSocketAddress exporter(String text) {
    HostPort address =
        HostPort.parse(text, TelemetrySpec.Hosts.EXPORTER_PORT)
            .filter(found -> found.port() > 0)
            .orElseThrow(() -> new IllegalArgumentException("must be a host"));
    return InetSocketAddress.createUnresolved(address.host(), address.port());
  }

  private static int port(String text) {
    int port = Integer.parseInt(text);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("must be a port");
    }
    return port;
  }

  private static String nonEmpty(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }

  private static TelemetrySpec prometheus(URI uri, List<Pattern> names) {
    requireFew(names);
    return new TelemetrySpec.Prometheus(uri, names.stream().map(Pattern::pattern).toList());
  }

  /**
   * Parses a bean and its attributes. Parts with an equals sign belong to the bean's name, which
   * contains commas.
   */
  private static TelemetrySpec jmx(InetSocketAddress address, List<String> parts) {
    requireFew(parts);
    List<String> bean = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    for (String part : parts) {
      if (!part.contains("=")) {
        attributes.add(part);
      } else if (attributes.isEmpty()) {
        bean.add(part);
      } else {
        throw new IllegalArgumentException("must have the bean before its attributes");
      }
    }
    if (bean.isEmpty() || !bean.getFirst().contains(":") || attributes.isEmpty()) {
      throw new IllegalArgumentException("must have a bean and its attributes");
    }
    return new TelemetrySpec.Jmx(address, String.join(",", bean), attributes);
  }

  private static void requireFew(List<?> values) {
    if (values.size() > MOST) {
      throw new IllegalArgumentException("must be at most " + MOST);
    }
  }
}
