package org.plimsoll.driver.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/**
 * Address of a service: {@code host[:port][/path]}. The path is a prefix of all request paths.
 *
 * @param port the port, or 0 for the scheme's default
 */
record HttpAddress(String host, int port, String basePath) {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\[\\]:/?#,\\s]+)(?::([0-9]{1,5}))?(/[^?#\\s]*)?");

  static HttpAddress parse(String text) {
    Matcher parts = FORM.matcher(text);
    int port = 0;
    if (parts.matches() && parts.group(2) != null) {
      port = Integer.parseInt(parts.group(2));
    }
    if (!parts.matches() || port > 65_535) {
      throw new IllegalArgumentException(
          "the address must be host[:port][/path], was '" + text + "'");
    }
    String host = parts.group(1);
    String path = parts.group(3) == null ? "" : parts.group(3).replaceFirst("/+$", "");
    boolean bracketed = host.startsWith("[");
    return new HttpAddress(bracketed ? host.substring(1, host.length() - 1) : host, port, path);
  }

  int portOr(boolean tls) {
    return port > 0 ? port : tls ? 443 : 80;
  }

  @Override
  public String toString() {
    String shown = new HostPort(host, port).toString();
    return port > 0 ? shown : shown.substring(0, shown.lastIndexOf(':'));
  }
}
