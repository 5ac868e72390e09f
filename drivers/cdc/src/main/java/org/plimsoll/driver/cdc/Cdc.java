package org.plimsoll.driver.cdc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;

/** The client of an opened source and an opened derived store. */
final class Cdc implements Client {
  private final Client source;
  private final Client derived;
  private final Propagation.Shared shared;
  private volatile long pollNanos;

  Cdc(DriverContext context, Client source, Client derived) {
    this.source = source;
    this.derived = derived;
    this.shared =
        new Propagation.Shared(
            context.timeline(),
            context.timing("source-write"),
            context.timing("propagation"),
            new ConcurrentHashMap<>(),
            () -> pollNanos);
    this.pollNanos = context.settings().get(CdcSettings.POLL).toNanos();
  }

  @Override
  public Session openSession() throws Exception {
    Session sourceSession = source.openSession();
    try {
      return new CdcSession(shared, sourceSession, derived.openSession());
    } catch (Exception e) {
      sourceSession.close();
      throw e;
    }
  }

  @Override
  public int preferredSessions() {
    return Math.max(source.preferredSessions(), derived.preferredSessions());
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    source.facts().forEach((name, text) -> facts.put("source: " + name, text));
    derived.facts().forEach((name, text) -> facts.put("derived: " + name, text));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    source.telemetry().forEach((name, value) -> telemetry.put("source_" + name, value));
    derived.telemetry().forEach((name, value) -> telemetry.put("derived_" + name, value));
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    pollNanos = settings.get(CdcSettings.POLL).toNanos();
  }

  /** Creates the schema of the source only, because the derived store follows it. */
  @Override
  public void create() throws Exception {
    source.create();
  }

  @Override
  public void filled() throws Exception {
    source.filled();
  }

  @Override
  public void truncate() throws Exception {
    source.truncate();
  }

  @Override
  public OptionalLong count() throws Exception {
    return source.count();
  }

  @Override
  public void close() {
    source.close();
    derived.close();
  }
}
