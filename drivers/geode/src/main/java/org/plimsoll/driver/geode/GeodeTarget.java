package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.geode.GemFireException;
import org.apache.geode.internal.GemFireVersion;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The client of a region, which is opened through a separate pool in the client cache of this
 * process.
 */
final class GeodeTarget implements Client {
  private static final int SESSIONS = 64;
  private static final int REMOVE_BATCH = 1_000;

  private final ServersAddress address;
  private final DriverContext context;
  private final SettingValues settings;
  private final Caches.Opened opened;
  private final Values values;
  private final Management management;
  private volatile @Nullable Events events;
  private final OpenRegion region;

  private GeodeTarget(ServersAddress address, DriverContext context, Caches.Opened opened) {
    this.address = address;
    this.context = context;
    this.opened = opened;
    settings = context.settings();
    values =
        new Values(opened.cache(), settings.get(GeodeSettings.VALUE_FORM), context.fieldNames());
    management = new Management(address, context);
    region = new OpenRegion(opened, address, settings);
  }

  static GeodeTarget open(DriverContext context) throws IOException {
    ServersAddress address = GeodeSettings.ADDRESS.parse(context.address());
    Caches.Opened opened = Caches.open(address, context);
    try {
      GeodeTarget target = new GeodeTarget(address, context, opened);
      target.checkAnswers();
      return target;
    } catch (IOException | RuntimeException e) {
      Caches.close(opened);
      throw e;
    }
  }

  /**
   * Checks that the server answers, by a read of a key. An answer that the region is missing also
   * counts.
   */
  private void checkAnswers() throws IOException {
    boolean _ =
        Asked.answer(
            address.toString(),
            () -> {
              try {
                return opened.region().containsKeyOnServer(OpenRegion.NO_KEY);
              } catch (GemFireException e) {
                if (Management.isMissingRegion(e)) {
                  return false;
                }
                throw Failures.unusable(address, opened.sockets(), e);
              }
            });
  }

  @Override
  public Session openSession() throws IOException {
    if (region.isClosed()) {
      throw new IOException(address.toString() + " is closed");
    }
    return context.blocking(new GeodeSession(region, values, events));
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("client", "Geode " + GemFireVersion.getGemFireVersion());
    facts.put("hosts", address.toString());
    facts.put("region", address.name());
    if (!region.isClosed() && settings.get(GeodeSettings.VIA) == Via.LOCATORS) {
      List<String> locators = new ArrayList<>();
      opened
          .pool()
          .getOnlineLocators()
          .forEach(each ->
              locators.add(
                  (each.isUnresolved() ? each.getHostString() : each.getAddress().getHostAddress())
                      + ":"
                      + each.getPort()));
      facts.put("online locators", String.join(", ", locators));
    }
    try {
      facts.putAll(management.facts());
    } catch (IOException e) {
      facts.put("members", "unknown: " + e.getMessage());
    }
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    Map<String, Double> telemetry = new LinkedHashMap<>(management.telemetry());
    telemetry.put("entries", (double) count().orElse(0));
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    region.choose(changed);
  }

  @Override
  public void create() throws Exception {
    management.create();
    boolean _ = reachRegion();
    if (settings.get(GeodeSettings.SUBSCRIBE) && events == null) {
      var _ = asked(() -> events = Events.open(address, context));
    }
  }

  private boolean reachRegion() throws IOException {
    return asked(() -> opened.region().containsKeyOnServer(OpenRegion.NO_KEY));
  }

  /** Calls the servers, and waits a limited time for their answer. */
  private <T> T asked(Callable<T> call) throws IOException {
    return Asked.answer(address.toString(), () -> answered(call));
  }

  private <T> T answered(Callable<T> call) throws Exception {
    try {
      return call.call();
    } catch (GemFireException e) {
      throw Failures.unusable(address, opened.sockets(), e);
    }
  }

  /** Takes any time, as long as the servers answer. */
  @Override
  public void truncate() throws Exception {
    int _ = Asked.whileAnswering(this::reachRegion, () -> answered(this::removeAll));
  }

  /** Removes the entries in batches: a partitioned region cannot be cleared. */
  private int removeAll() {
    Set<String> keys = opened.region().keySetOnServer();
    List<String> batch = new ArrayList<>();
    for (String key : keys) {
      batch.add(key);
      if (batch.size() == REMOVE_BATCH) {
        opened.region().removeAll(batch);
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      opened.region().removeAll(batch);
    }
    return keys.size();
  }

  @Override
  public OptionalLong count() throws IOException {
    return OptionalLong.of(asked(opened.region()::sizeOnServer));
  }

  @Override
  public Map<String, String> hooks() {
    return management.hooks();
  }

  @Override
  public String runHook(String name) throws Exception {
    return management.run(name);
  }

  @Override
  public void close() {
    if (region.isClosed()) {
      return;
    }
    region.close();
    Events receiving = events;
    if (receiving != null) {
      receiving.close();
    }
    Caches.close(opened);
    try {
      management.end();
    } catch (IOException e) {
      // The run has ended, so the failure is not reported and the region remains.
    }
  }
}
