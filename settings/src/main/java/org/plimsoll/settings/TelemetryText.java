package org.plimsoll.settings;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.TelemetrySpec;

/**
 * Sources of a target's own numbers as people write them: {@code prometheus(URL,NAME|REGEX…)},
 * {@code jmx(HOST:PORT,BEAN,ATTRIBUTE…)}, or {@code none}.
 */
final class TelemetryText {
  static final String ALLOWED =
      "prometheus(url,name-or-regex…), jmx(host:port,bean,attribute…) or none";

  private static final int MOST = 32;

  private TelemetryText() {}

  /** Reads sources with commas between them; {@code none} alone is an empty list. */
  static List<TelemetrySpec> parseAll(String text) {
    if (isNone(text)) {
      return List.of();
    }
    return CallText.split(text, ',').stream().map(part -> parse(part.strip())).toList();
  }

  /** Whether nothing is to be read at all, not even by the driver. */
  static boolean isNone(String text) {
    return text.strip().equals("none");
  }

  private static TelemetrySpec parse(String text) {
    CallText call;
    try {
      call = CallText.parse(text);
    } catch (IllegalArgumentException e) {
      throw refused("must end with ')'", text);
    }
    List<String> arguments = call.arguments();
    if (arguments.size() < 2 || arguments.size() > MOST || arguments.contains("")) {
      throw refused("must be " + ALLOWED, text);
    }
    return switch (call.name()) {
      case "prometheus" ->
          new TelemetrySpec.Prometheus(uri(arguments.get(0), text), names(call, text));
      case "jmx" -> jmx(call, text);
      default -> throw refused("must be " + ALLOWED, text);
    };
  }

  private static List<Pattern> names(CallText call, String text) {
    try {
      return call.arguments().stream().skip(1).map(Pattern::compile).toList();
    } catch (PatternSyntaxException e) {
      throw refused("prometheus must have names or regular expressions", text);
    }
  }

  /** Parts with an equals sign belong to the bean's name, which has commas of its own. */
  private static TelemetrySpec jmx(CallText call, String text) {
    List<String> bean = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    for (String part : call.arguments().subList(1, call.arguments().size())) {
      if (!part.contains("=")) {
        attributes.add(part);
      } else if (attributes.isEmpty()) {
        bean.add(part);
      } else {
        throw refused("jmx must have its attributes after the bean", text);
      }
    }
    String address = call.argument(0);
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    int number = port.matches("\\d{1,5}") ? Integer.parseInt(port) : 0;
    if (colon < 1 || number < 1 || number > 65_535 || address.matches(".*[\\s/@].*")) {
      throw refused("jmx must have host:port first", text);
    }
    if (bean.isEmpty() || !bean.get(0).contains(":") || attributes.isEmpty()) {
      throw refused(
          "jmx must have a bean and its attributes, as in"
              + " jmx(127.0.0.1:7199,java.lang:type=Memory,HeapMemoryUsage.used)",
          text);
    }
    return new TelemetrySpec.Jmx(
        InetSocketAddress.createUnresolved(address.substring(0, colon), number),
        String.join(",", bean),
        attributes);
  }

  private static URI uri(String address, String text) {
    try {
      URI uri = new URI(address);
      if (uri.getScheme() != null
          && Set.of("http", "https").contains(uri.getScheme())
          && uri.getHost() != null
          && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Said below, for both.
    }
    throw refused("prometheus must have an http or https URL without a user", text);
  }

  private static InvalidSpecException refused(String sentence, String text) {
    return new InvalidSpecException(
        "telemetry: " + sentence + ", was '" + text.replaceAll("://[^/@]*@", "://***@") + "'");
  }
}
