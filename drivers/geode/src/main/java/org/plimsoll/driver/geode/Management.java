package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** Creates and destroys the region, and asks about the cluster, if the setting jmx allows it. */
final class Management {
  private static final long PATIENCE_SECONDS = 10;

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

  private JmxManager connect() throws IOException {
    HostPort manager = settings.get(GeodeSettings.JMX).orElseThrow();
    String host = context.resolve(manager.host(), manager.port())[0].getHostAddress();
    return JmxManager.connect(host, manager.port(), Credentials.of(settings));
  }

  /**
   * Asks the manager, and waits a limited time for its answer: RMI has no timeout, neither for a
   * call nor for the end of a connection, and a run must end although the manager is frozen.
   */
  private <T> T ask(Question<T> question) throws IOException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread asking =
        Thread.startVirtualThread(() -> {
          try {
            answer.complete(connected(question));
          } catch (Exception | LinkageError e) {
            answer.completeExceptionally(e);
          }
        });
    try {
      return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case IOException its -> its;
        case TimeoutException _ ->
            new IOException(
                "the JMX manager at "
                    + settings.get(GeodeSettings.JMX).orElseThrow()
                    + " has not answered within "
                    + PATIENCE_SECONDS
                    + " s",
                e);
        case null, default -> new IOException(Causes.line(Causes.root(e)), e);
      };
    } finally {
      asking.interrupt(); // which closes its socket
    }
  }

  private <T> T connected(Question<T> question) throws IOException {
    try (JmxManager manager = connect()) {
      return question.to(manager);
    }
  }

  void create() throws IOException {
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
    try (JmxManager manager = connect()) {
      if (use != SchemaUse.CREATE) {
        String _ = destroy(manager);
      }
      StringBuilder command = new StringBuilder("create region --if-not-exists --name=");
      command
          .append(address.name())
          .append(" --type=")
          .append(settings.get(GeodeSettings.REGION_TYPE));
      long seconds = settings.get(GeodeSettings.TTL).toSeconds();
      if (seconds > 0) {
        command
            .append(" --enable-statistics --entry-time-to-live-expiration-action=destroy")
            .append(" --entry-time-to-live-expiration=")
            .append(seconds);
      }
      var _ = manager.gfsh(command.toString());
    }
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
    if (!isManaged()) {
      return Map.of();
    }
    try (JmxManager manager = connect()) {
      return manager.telemetry(address.name());
    }
  }

  Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    if (isManaged()) {
      hooks.put(
          "rebalance", "Moves buckets of partitioned regions, so that servers have the same.");
      hooks.put("gc", "Collects garbage on all members.");
    }
    return hooks;
  }

  String run(String name) throws IOException {
    if (!hooks().containsKey(name)) {
      throw new UnsupportedOperationException("geode has no hook " + name);
    }
    try (JmxManager manager = connect()) {
      var _ =
          manager.gfsh(
              name.equals("rebalance") ? "rebalance --include-region=/" + address.name() : "gc");
      return name + " has ended";
    }
  }
}
