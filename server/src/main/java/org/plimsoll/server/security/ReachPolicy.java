package org.plimsoll.server.security;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.text.PropertySourceText;

/**
 * What values may make a server reach for besides the target: secrets of its environment and its
 * files, and hosts that metrics go to and telemetry and properties come from. They are looked at as
 * texts, before anything is opened.
 */
final class ReachPolicy {
  /** Variables that whoever starts the server means for its runs. */
  private static final String VARIABLES = "PLIMSOLL_";

  private static final Set<String> REACHING = Set.of("metrics", "telemetry", "properties");
  private static final Pattern VARIABLE = Pattern.compile("(?:^|[=,(\\s])env:([^,)\\s]*)");
  private static final Pattern SECRET_FILE = Pattern.compile("(?:^|[=,(\\s])file:");
  private static final Pattern CALL =
      Pattern.compile(
          "(otlp|atlas|statsd|graphite|influx|grafana|prometheus|jmx)\\s*\\(\\s*([^,)]*)");
  private static final Pattern URL = Pattern.compile("([a-z][a-z0-9+.-]*):(?:.*?)//([^/?#]*).*");

  private final TargetPolicy targets;
  private final FilePolicy files;

  ReachPolicy(TargetPolicy targets, FilePolicy files) {
    this.targets = targets;
    this.files = files;
  }

  /**
   * Looks at the text of any setting.
   *
   * @param name without the path before it
   * @throws InvalidSpecException when it reaches for what it may not
   */
  void check(String path, String name, String text) {
    if (files.folders() != null) {
      checkSecrets(path, text);
    }
    if (REACHING.contains(name)) {
      Matcher call = CALL.matcher(text);
      while (call.find()) {
        checkHost(path, call.group(1), call.group(2).strip());
      }
    }
    if (name.equals(RunSettings.PROPERTIES.name())) {
      PropertySourceText.reached(text)
          .forEach(url -> checkHost(path, url.substring(0, url.indexOf(':')), url));
    }
  }

  private void checkSecrets(String path, String text) {
    Matcher variable = VARIABLE.matcher(text);
    while (variable.find()) {
      if (!variable.group(1).startsWith(VARIABLES)) {
        throw new InvalidSpecException(
            path
                + ": must name a variable that begins with "
                + VARIABLES
                + " on this server, was 'env:"
                + variable.group(1)
                + "'");
      }
    }
    Matcher file = SECRET_FILE.matcher(text);
    while (file.find()) {
      for (int end = file.end(); end <= text.length(); end++) {
        if (end == text.length() || text.charAt(end) == ',' || text.charAt(end) == ')') {
          String named = text.substring(file.end(), end).strip();
          files.require(path, named.startsWith("//") ? named.substring(2) : named);
        }
      }
    }
  }

  private void checkHost(String path, String kind, String address) {
    Matcher url = URL.matcher(address);
    if (url.matches()) {
      targets.checkHosts(path, url.group(1), url.group(2));
    } else if (!address.matches("\\d*")) {
      targets.checkHosts(path, kind, address);
    }
  }
}
