package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.aws.AwsSettings;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.BillingModeSummary;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The client of an opened table, with the SDK clients that all sessions share. */
final class DynamoDbTarget implements Client {
  /**
   * Number of sessions. With one operation in flight on each, 64 sessions allow 20,000/s at 3 ms.
   */
  private static final int SESSIONS = 64;

  private final AwsClients clients;
  private final SettingValues settings;
  private final Table table;
  private final Commands commands;
  private final CapacityChanges capacityChanges;
  private final DriverContext context;
  private final DriverContext.Counter throttles;
  private final Set<DynamoDbSession> sessions = ConcurrentHashMap.newKeySet();

  private DynamoDbTarget(
      DynamoDbAddress address, AwsClients clients, Items items, DriverContext context) {
    this.clients = clients;
    this.context = context;
    settings = context.settings();
    throttles = context.counter("throttles");
    String name = address.table();
    ConsumedCapacities capacities =
        new ConsumedCapacities(context, settings.get(DynamoDbSettings.REPORT_CAPACITY));
    commands =
        new Commands(
            name, items, capacities, new Batches(name, items, capacities, context), settings);
    table = new Table(clients::dynamo, clients.where(), name, items, settings);
    capacityChanges = new CapacityChanges(clients::dynamo, table, settings, context::event);
  }

  static DynamoDbTarget open(DriverContext context) throws IOException {
    DynamoDbAddress address = DynamoDbAddress.parse(context.address());
    SettingValues settings = context.settings();
    Items items = new Items(context.fieldNames(), settings);
    AwsClients clients = AwsClients.open(address, context);
    try {
      DynamoDbTarget target = new DynamoDbTarget(address, clients, items, context);
      var _ = target.table.describe(settings.get(AwsSettings.CONNECT_TIMEOUT));
      return target;
    } catch (IOException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Session openSession() {
    clients.pools().renewIfSuspect();
    DynamoDbSession session = new DynamoDbSession(commands, clients, throttles, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("endpoint", clients.where());
    facts.put("region", clients.region().id());
    facts.put("table", table.name());
    try {
      TableDescription described = table.describe();
      if (described != null) {
        tell(described, facts);
      }
    } catch (IOException e) {
      facts.put("table-status", "unknown");
    }
    String cache = settings.get(DynamoDbSettings.DAX_ENDPOINT);
    if (!cache.isEmpty()) {
      facts.put("dax-endpoint", cache);
      facts.put("dax", String.valueOf(clients.usesDax()));
    }
    return facts;
  }

  private static void tell(TableDescription described, Map<String, String> facts) {
    facts.put("table-status", described.tableStatusAsString());
    facts.put("capacity-mode", isOnDemand(described) ? "on-demand" : "provisioned");
    ProvisionedThroughputDescription units = described.provisionedThroughput();
    if (!isOnDemand(described) && units != null) {
      facts.put("read-capacity", String.valueOf(units.readCapacityUnits()));
      facts.put("write-capacity", String.valueOf(units.writeCapacityUnits()));
    }
    facts.put(
        "key",
        described.keySchema().stream()
            .map(KeySchemaElement::attributeName)
            .collect(Collectors.joining(", ")));
    String indexes =
        described.globalSecondaryIndexes().stream()
            .map(GlobalSecondaryIndexDescription::indexName)
            .collect(Collectors.joining(", "));
    if (!indexes.isEmpty()) {
      facts.put("indexes", indexes);
    }
    facts.put("items", String.valueOf(described.itemCount()));
    facts.put("bytes", String.valueOf(described.tableSizeBytes()));
  }

  private static boolean isOnDemand(TableDescription described) {
    BillingModeSummary summary = described.billingModeSummary();
    return summary != null && summary.billingMode() == BillingMode.PAY_PER_REQUEST;
  }

  /**
   * Returns telemetry of the table. CloudWatch has more metrics, but it is a separate service with
   * a delay of minutes.
   */
  @Override
  public Map<String, Double> telemetry() throws IOException {
    TableDescription described = table.describe();
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (described == null) {
      return telemetry;
    }
    ProvisionedThroughputDescription units = described.provisionedThroughput();
    if (!isOnDemand(described) && units != null) {
      put(telemetry, "provisioned_read_units", units.readCapacityUnits());
      put(telemetry, "provisioned_write_units", units.writeCapacityUnits());
    }
    telemetry.put("table_active", Table.isActive(described) ? 1.0 : 0.0);
    put(telemetry, "table_items", described.itemCount());
    put(telemetry, "table_bytes", described.tableSizeBytes());
    return telemetry;
  }

  private static void put(Map<String, Double> telemetry, String name, @Nullable Long value) {
    if (value != null) {
      telemetry.put(name, value.doubleValue());
    }
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    boolean use = changed.get(DynamoDbSettings.DAX);
    boolean before = clients.usesDax();
    clients.useDax(use); // This throws before anything changes.
    if (use != before) {
      context.event(use ? "operations go to DAX" : "operations go directly to DynamoDB");
    }
    commands.settingsChanged(changed);
    capacityChanges.settingsChanged(changed);
  }

  @Override
  public void create() throws IOException {
    AutoScaling scaling = new AutoScaling(clients, table, settings);
    boolean scales = settings.get(DynamoDbSettings.AUTO_SCALING);
    if (scales) {
      scaling.check();
    }
    if (table.create() && scales) {
      scaling.enable();
    }
  }

  @Override
  public void truncate() throws IOException {
    switch (settings.get(DynamoDbSettings.TRUNCATION)) {
      case DELETE_ROWS -> table.deleteRows();
      case RECREATE_TABLE -> table.recreate();
    }
  }

  /** Returns the row count of the store, which Amazon updates about every six hours. */
  @Override
  public OptionalLong count() throws IOException {
    TableDescription described = table.describe();
    Long items = described == null ? null : described.itemCount();
    return items == null ? OptionalLong.empty() : OptionalLong.of(items);
  }

  @Override
  public void close() {
    capacityChanges.close();
    sessions.forEach(DynamoDbSession::close);
    clients.close();
  }
}
