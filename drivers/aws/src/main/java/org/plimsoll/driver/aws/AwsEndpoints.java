package org.plimsoll.driver.aws;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;

/** Parses service URLs, and checks whether the engine allows connections to them. */
public final class AwsEndpoints {
  private AwsEndpoints() {}

  /**
   * Parses a URL from a setting.
   *
   * @param setting the name of the setting, for messages
   * @param schemes a regular expression for allowed schemes other than http and https
   * @throws IllegalArgumentException if the text is not such a URL; the message has the setting and
   *     the value
   */
  public static URI url(String setting, String text, String schemes) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null
          && url.getScheme() != null
          && url.getUserInfo() == null
          && url.getScheme().matches("https?|" + schemes)) {
        return url;
      }
    } catch (URISyntaxException e) {
      throw notAnUrl(setting, text);
    }
    throw notAnUrl(setting, text);
  }

  private static IllegalArgumentException notAnUrl(String setting, String text) {
    return new IllegalArgumentException(
        setting + ": must be a URL such as http://127.0.0.1:8000, was '" + text + "'");
  }

  /**
   * Returns the endpoint from the settings or from the target, or null to use the default endpoint
   * of the region.
   *
   * @param given the value of {@link AwsSettings#ENDPOINT}, which takes precedence
   * @param server the host and port in the target, or null if it has none
   * @param tls whether connections to that server are encrypted
   */
  public static @Nullable URI endpoint(String given, @Nullable String server, boolean tls) {
    if (!given.isEmpty()) {
      return url(AwsSettings.ENDPOINT.name(), given, "");
    }
    return server == null ? null : URI.create((tls ? "https://" : "http://") + server);
  }

  /**
   * Checks with the engine that connections to an endpoint are allowed, so that a forbidden target
   * is refused before it is opened. The SDK resolves the host again later, and each connection then
   * checks its address.
   *
   * @param endpoint the endpoint; null if there is nothing to check
   * @throws IOException if the engine does not allow the connection
   */
  public static void ask(DriverContext context, @Nullable URI endpoint) throws IOException {
    if (endpoint == null) {
      return;
    }
    int port = endpoint.getPort();
    int standard = endpoint.getScheme().endsWith("s") ? 443 : 80;
    try {
      var _ = context.resolve(endpoint.getHost(), port < 0 ? standard : port);
    } catch (UnknownHostException e) {
      // The SDK reports an unknown host.
    }
  }
}
