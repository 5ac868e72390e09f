package org.plimsoll.server.security;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.text.PropertySourceText;

/**
 * Checks what values may access other than the target: secrets in the server's environment and
 * files, and the hosts of metrics, telemetry, properties and notices. The texts are checked before
 * anything is opened.
 */
final class ReachPolicy {
  /** The prefix of environment variables that runs may use. */
  private static final String VARIABLES = "PLIMSOLL_";

  private static final Set<String> REACHING =
      Set.of("metrics", "telemetry", "properties", "notify");
  private static final Pattern VARIABLE = Pattern.compile("(?:^|[=,(\\s])env:([^,)\\s]*)");
  private static final Pattern SECRET_FILE = Pattern.compile("(?:^|[=,(\\s])file:");
  private static final Pattern CALL =
      Pattern.compile(
          "(otlp|atlas|statsd|graphite|influx|grafana|prometheus|jmx|webhook)\\s*\\(\\s*([^,)]*)");

  /** Without an address, it names the hosts of the target, which are allowed with it. */
  private static final Pattern HOSTS = Pattern.compile("hosts\\s*\\(([^)]*)");

  private static final Pattern REFERENCE = Pattern.compile("(?:env|file):");
  private static final Pattern URL = Pattern.compile("([a-z][a-z0-9+.-]*):(?:.*?)//([^/?#]*).*");

  private final TargetPolicy targets;
  private final FilePolicy files;

  ReachPolicy(TargetPolicy targets, FilePolicy files) {
    this.targets = targets;
    this.files = files;
  }

  /**
   * Checks the text of any setting.
   *
   * @param name the name of the setting, without its path
   * @throws InvalidSpecException when the text names something that is not allowed
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
      Matcher hosts = HOSTS.matcher(text);
      while (hosts.find()) {
        for (String host : hosts.group(1).split(",", -1)) {
          if (!host.isBlank() && !host.contains("=")) {
            checkHost(path, "hosts", host.strip());
          }
        }
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
                + ": must name a variable that starts with "
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
    if (REFERENCE.matcher(address).lookingAt()) {
      return; // the address that it refers to is checked when it is opened
    }
    Matcher url = URL.matcher(address);
    if (url.matches()) {
      targets.checkHosts(path, url.group(1), url.group(2));
    } else if (!address.matches("\\d*")) {
      targets.checkHosts(path, kind, address);
    }
  }
}
