package org.plimsoll.settings;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Secret;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SinkSpec.StatsdFlavour;

/** Sinks of metrics as people write them: {@code prometheus(9095), influx(URL,BUCKET,step=1s)}. */
final class SinkText {
  static final String ALLOWED =
      "prometheus([host:]port), otlp(url,token=…,step=10s), atlas(url,step=…),"
          + " statsd(host:port,flavour,step=…), graphite(host:port,step=…),"
          + " influx(url,bucket,org,token=…,step=…) or grafana(url,token)";

  private static final Pattern NAMED = Pattern.compile("([a-z]+)\\s*=\\s*(.*)");
  private static final Pattern USER = Pattern.compile("://[^/@]*@");
  private static final Set<String> NAMES =
      Set.of("prometheus", "otlp", "atlas", "statsd", "graphite", "influx", "grafana");
  private static final Duration SHORTEST_STEP = Duration.ofSeconds(1);
  private static final Duration LONGEST_STEP = Duration.ofHours(1);
  private static final String LOOPBACK = "127.0.0.1";

  private final CallText call;
  private final List<String> positional = new ArrayList<>();
  private final Map<String, String> named = new LinkedHashMap<>();

  private SinkText(String text) {
    call = parsed(text);
    for (String argument : call.arguments()) {
      Matcher pair = NAMED.matcher(argument);
      if (pair.matches()) {
        named.put(pair.group(1), pair.group(2));
      } else {
        positional.add(argument);
      }
    }
  }

  /** Reads sinks with commas between them. */
  static List<SinkSpec> parseAll(String text) {
    return CallText.split(text, ',').stream()
        .map(part -> new SinkText(part.strip()).sink())
        .toList();
  }

  /** The text with its secrets as {@code ***}, whether it can be read or not. */
  static String shown(String text) {
    List<String> shown = new ArrayList<>();
    for (String part : CallText.split(text, ',')) {
      try {
        shown.add(new SinkText(part.strip()).shown());
      } catch (InvalidSpecException e) {
        shown.add(nameOf(part) + "(***)");
      }
    }
    return String.join(",", shown);
  }

  private static String nameOf(String text) {
    int open = text.indexOf('(');
    return (open < 0 ? text : text.substring(0, open)).strip();
  }

  private static CallText parsed(String text) {
    try {
      return CallText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          "metrics: must end with ')', as in prometheus(9095), was '" + nameOf(text) + "(***'", e);
    }
  }

  private String shown() {
    List<String> arguments = new ArrayList<>(positional);
    int token = call.name().equals("grafana") ? 1 : call.name().equals("influx") ? 3 : 99;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = USER.matcher(arguments.get(i)).replaceFirst("://***@");
      arguments.set(i, i >= token ? new Secret(argument).toString() : argument);
    }
    named.forEach((key, value) ->
        arguments.add(key + "=" + (key.equals("token") ? new Secret(value).toString() : value)));
    return call.name() + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")");
  }

  private SinkSpec sink() {
    return switch (call.name()) {
      case "prometheus" -> new SinkSpec.Prometheus(only(1, Set.of()).address(LOOPBACK));
      case "otlp" -> new SinkSpec.Otlp(only(1, Set.of("token", "step")).uri(), token(), step());
      case "atlas" -> new SinkSpec.Atlas(only(1, Set.of("step")).uri(), step());
      case "statsd" -> new SinkSpec.Statsd(only(2, Set.of("step")).address(""), flavour(), step());
      case "graphite" -> new SinkSpec.Graphite(only(1, Set.of("step")).address(""), step());
      case "influx" -> influx();
      case "grafana" -> new SinkSpec.Grafana(only(2, Set.of("token")).uri(), secret(1));
      default ->
          throw new InvalidSpecException(
              "metrics: must be "
                  + ALLOWED
                  + ", was '"
                  + call.name()
                  + "'"
                  + NearestName.suggestion(call.name(), NAMES));
    };
  }

  private SinkSpec influx() {
    only(4, Set.of("org", "token", "step"));
    if (positional.size() < 2) {
      throw refused("must name a bucket, as in influx(http://127.0.0.1:8086,plimsoll)");
    }
    String org = named.getOrDefault("org", positional.size() > 2 ? positional.get(2) : "");
    return new SinkSpec.Influx(uri(), positional.get(1), org, secret(3), step());
  }

  /** Makes sure that there is an address, and nothing that this sink knows nothing of. */
  private SinkText only(int most, Set<String> known) {
    if (positional.isEmpty() || positional.get(0).isEmpty()) {
      throw refused("must have an address in parentheses, as in " + example());
    }
    if (positional.size() > most) {
      throw refused("must have at most " + most + " values without a name");
    }
    for (String key : named.keySet()) {
      if (!known.contains(key)) {
        throw refused("must not have '" + key + "'" + NearestName.suggestion(key, known));
      }
    }
    return this;
  }

  private String example() {
    return switch (call.name()) {
      case "prometheus" -> "prometheus(9095)";
      case "statsd" -> "statsd(127.0.0.1:8125,datadog)";
      case "graphite" -> "graphite(127.0.0.1:2003)";
      default -> call.name() + "(http://127.0.0.1:8080/…)";
    };
  }

  /**
   * @param host when only a port is given; empty when there must be one
   */
  private InetSocketAddress address(String host) {
    String text = positional.get(0);
    int colon = text.lastIndexOf(':');
    String itsHost = colon < 0 ? host : text.substring(0, colon);
    String port = text.substring(colon + 1);
    int number = port.matches("\\d{1,5}") ? Integer.parseInt(port) : -1;
    int least = host.isEmpty() ? 1 : 0;
    if (itsHost.isEmpty() || itsHost.matches(".*[\\s/@].*") || number < least || number > 65_535) {
      throw refused(
          "must have "
              + (host.isEmpty() ? "host:port" : "a port, or host:port")
              + " with a port of at most 65535, as in "
              + example());
    }
    return InetSocketAddress.createUnresolved(itsHost.replaceAll("[\\[\\]]", ""), number);
  }

  private URI uri() {
    try {
      URI uri = new URI(positional.get(0));
      boolean isHttp = Set.of("http", "https").contains(Objects.toString(uri.getScheme(), ""));
      if (isHttp && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Said below, for both.
    }
    throw refused("must have an http or https URL without a user, as in " + example());
  }

  private StatsdFlavour flavour() {
    String text = positional.size() > 1 ? positional.get(1) : "datadog";
    for (StatsdFlavour flavour : StatsdFlavour.values()) {
      if (flavour.name().equals(text.toUpperCase(Locale.ROOT))) {
        return flavour;
      }
    }
    throw refused("must have one of the flavours etsy, datadog, telegraf, sysdig");
  }

  private Duration step() {
    String text = named.getOrDefault("step", "10s");
    try {
      Duration step = Quantities.parseDuration(text);
      if (step.compareTo(SHORTEST_STEP) >= 0 && step.compareTo(LONGEST_STEP) <= 0) {
        return step;
      }
    } catch (IllegalArgumentException e) {
      // Said below, for both.
    }
    throw refused("must have a step from 1s to 1h");
  }

  private Secret token() {
    return new Secret(named.getOrDefault("token", ""));
  }

  private Secret secret(int index) {
    return positional.size() > index ? new Secret(positional.get(index)) : token();
  }

  private InvalidSpecException refused(String sentence) {
    return new InvalidSpecException(
        "metrics: " + call.name() + " " + sentence + ", was '" + shown() + "'");
  }
}
