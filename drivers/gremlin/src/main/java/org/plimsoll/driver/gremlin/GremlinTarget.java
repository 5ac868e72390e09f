package org.plimsoll.driver.gremlin;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ClosingConnections;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedConnections;

/** The client of a Gremlin server. Sessions share its connections. */
final class GremlinTarget implements Client {
  private static final int SESSIONS = 8;

  private final GremlinAddress address;
  private final SettingValues settings;
  private final Requests requests;
  private final Answers answers;
  private final SharedConnections<Link> connections;
  private final SharedConnection<Link> own;
  private final Administration administration;
  private final ClosingConnections closing = new ClosingConnections();

  private GremlinTarget(DriverContext context) {
    address = GremlinAddress.parse(context.address());
    settings = context.settings();
    GraphShape shape = GraphShape.of(context);
    requests = new Requests(shape, context);
    answers = new Answers(shape, context);
    Library library = new Library(address, context);
    int count = Math.toIntExact(settings.get(GremlinSettings.CONNECTIONS));
    connections = new SharedConnections<>(count, library::connect, Link::close);
    own = new SharedConnection<>(library::connect, Link::close);
    administration = new Administration(own, library, shape, settings);
  }

  static GremlinTarget open(DriverContext context) throws Exception {
    GremlinTarget target = new GremlinTarget(context);
    try {
      var _ = target.own.open();
      target.administration.detect();
      return target;
    } catch (Exception e) {
      target.own.close();
      throw e;
    }
  }

  @Override
  public Session openSession() throws Exception {
    boolean transactions = settings.get(GremlinSettings.TRANSACTIONS);
    int maxInFlight = transactions ? 1 : Math.toIntExact(settings.get(GremlinSettings.IN_FLIGHT));
    return connections.openSession(joined -> {
      ServerTransaction transaction = transactions ? transaction(joined) : null;
      return new GremlinSession(joined, maxInFlight, requests, answers, transaction);
    });
  }

  private ServerTransaction transaction(SharedConnection<Link> joined) throws IOException {
    Link link = joined.current();
    if (link == null) {
      throw new IOException(address + " is closed");
    }
    ServerTransaction transaction = new ServerTransaction(address.source(), closing);
    transaction.open(link);
    return transaction;
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>(administration.facts());
    facts.put("hosts", address.toString());
    facts.put("traversal source", address.source());
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return administration.telemetry();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    requests.choose(changed);
  }

  @Override
  public void create() throws Exception {
    administration.create();
  }

  @Override
  public void truncate() throws Exception {
    administration.truncate();
  }

  @Override
  public OptionalLong count() throws Exception {
    long count = administration.count();
    return count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
  }

  @Override
  public void close() {
    connections.closeSessions();
    closing.await(); // The servers roll back before the run ends.
    try {
      administration.end();
    } catch (Exception e) {
      // The run has ended, so the failure is not reported; rows and indexes remain.
    }
    connections.close();
    own.close();
  }
}
