package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/**
 * Creates and destroys the region, and reads facts of the cluster, if the setting {@code jmx} is
 * set.
 */
final class Management {
  private final ServersAddress address;
  private final DriverContext context;
  private final SettingValues settings;

  private interface Question<T> {
    T to(JmxManager manager) throws IOException;
  }

  Management(ServersAddress address, DriverContext context) {
    this.address = address;
    this.context = context;
    settings = context.settings();
  }

  static boolean isMissingRegion(Throwable failure) {
    return Causes.of(failure).stream()
        .map(each -> String.valueOf(each.getMessage()))
        .anyMatch(said -> said.contains("was not found during"));
  }

  private boolean isManaged() {
    return settings.get(GeodeSettings.JMX).isPresent();
  }

  /** Asks the manager, and waits a limited time for its answer. */
  private <T> T ask(Question<T> question) throws IOException {
    return Asked.answer(manager(), () -> connected(question));
  }

  /**
   * Runs a command that may take long. Waits until it ends, as long as the manager answers other
   * requests.
   */
  private String command(Question<String> command) throws Exception {
    return Asked.whileAnswering(() -> ask(JmxManager::domain), () -> connected(command));
  }

  private String manager() {
    return "the JMX manager at " + settings.get(GeodeSettings.JMX).orElseThrow();
  }

  private <T> T connected(Question<T> question) throws IOException {
    try (JmxManager manager =
        JmxManager.connect(context, settings.get(GeodeSettings.JMX).orElseThrow())) {
      return question.to(manager);
    }
  }

  void create() throws Exception {
    SchemaUse use = settings.get(GeodeSettings.SCHEMA);
    if (use == SchemaUse.NONE) {
      return;
    }
    if (!isManaged()) {
      if (use != SchemaUse.CREATE) {
        throw new IllegalArgumentException(
            "schema: must be create or none where jmx is not set, was '"
                + org.plimsoll.api.Setting.choiceText(use)
                + "'");
      }
      return;
    }
    if (use != SchemaUse.CREATE) {
      String _ = command(this::destroy);
    }
    StringBuilder text = new StringBuilder("create region --if-not-exists --name=");
    text.append(address.name()).append(" --type=").append(settings.get(GeodeSettings.REGION_TYPE));
    long seconds = settings.get(GeodeSettings.TTL).toSeconds();
    if (seconds > 0) {
      text.append(" --enable-statistics --entry-time-to-live-expiration-action=destroy")
          .append(" --entry-time-to-live-expiration=")
          .append(seconds);
    }
    String _ = command(manager -> manager.gfsh(text.toString()));
  }

  private String destroy(JmxManager manager) throws IOException {
    return manager.gfsh("destroy region --if-exists --name=/" + address.name());
  }

  /** Destroys the region if {@code schema=temporary}. */
  void end() throws IOException {
    if (isManaged() && settings.get(GeodeSettings.SCHEMA) == SchemaUse.TEMPORARY) {
      String _ = ask(this::destroy);
    }
  }

  Map<String, String> facts() throws IOException {
    return isManaged() ? ask(manager -> manager.facts(address.name())) : Map.of();
  }

  Map<String, Double> telemetry() throws IOException {
    return isManaged() ? ask(manager -> manager.telemetry(address.name())) : Map.of();
  }

  Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    if (isManaged()) {
      hooks.put("rebalance", "Moves buckets of partitioned regions to balance the servers.");
      hooks.put("gc", "Collects garbage on all members.");
    }
    return hooks;
  }

  String run(String name) throws Exception {
    if (!hooks().containsKey(name)) {
      throw new UnsupportedOperationException("geode has no hook " + name);
    }
    String text = name.equals("rebalance") ? "rebalance --include-region=/" + address.name() : name;
    String _ = command(manager -> manager.gfsh(text));
    return name + " has ended";
  }
}
