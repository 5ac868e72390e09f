package org.plimsoll.driver.elasticsearch;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Elasticsearch and OpenSearch: documents in one index, or in one a day. */
public final class ElasticsearchDriver implements Driver {
  static final String SEARCH = "search";

  static final Setting<Refresh> REFRESH =
      Setting.choice("refresh", Refresh.FALSE)
          .describedAs("whether a write makes itself searchable, or waits until it is")
          .asLive();
  static final Setting<Boolean> ROUTING =
      Setting.flag("routing", false)
          .describedAs("documents are routed by their group, and so are searches for it");
  static final Setting<Long> GROUPS =
      Setting.count("groups", "1000", 1, 1_000_000_000)
          .describedAs("values of the field that search asks for, which rows are spread over");
  static final Setting<Long> SEARCH_LIMIT =
      Setting.count("search-limit", "10", 1, 10_000)
          .describedAs("documents that a search asks for")
          .asLive();
  static final Setting<UpdateForm> UPDATE_FORM =
      Setting.choice("update-form", UpdateForm.INDEX)
          .describedAs("updates index the whole document, or change its fields by _update");
  static final Setting<Boolean> CREATE_ONLY =
      Setting.flag("create-only", false)
          .describedAs("an insert fails where its id is there already")
          .asLive();
  static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BINARY)
          .describedAs("values as base64 that is not searched, or as text that is analyzed");
  static final Setting<IndexRoll> ROLL =
      Setting.choice("roll", IndexRoll.NONE)
          .describedAs("daily: rows go to the index of the day (UTC), and are found in any");
  static final Setting<Boolean> CREATE_INDEX =
      Setting.flag("create-index", true).describedAs("make the index where it does not exist");
  static final Setting<Long> SHARDS =
      Setting.count("shards", "1", 1, 1024).describedAs("primary shards of a new index");
  static final Setting<Long> REPLICAS =
      Setting.count("replicas", "0", 0, 100).describedAs("replicas of each shard of a new index");
  static final Setting<String> REFRESH_INTERVAL =
      Setting.text("refresh-interval", "1s")
          .describedAs("how often a new index makes writes searchable; -1: never by itself");
  static final Setting<Long> CONNECTIONS =
      Setting.count("max-connections", "10000", 1, 100_000)
          .describedAs("HTTP connections at most; what is beyond waits for one");
  static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs("threads that write requests and read answers; 0: one a processor");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("how long a new connection, and the first answer, may take");
  static final Setting<Boolean> TLS = Setting.flag("tls", false).describedAs("encrypt");
  static final Setting<String> USER =
      Setting.text("user", "").describedAs("user of basic authentication; empty: none");
  static final Setting<String> PASSWORD =
      Setting.text("password", "").describedAs("its password").asSecret();
  static final Setting<String> API_KEY =
      Setting.text("api-key", "")
          .describedAs("encoded API key, in place of user and password")
          .asSecret();

  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          OperationType.reading(SEARCH));

  @Override
  public String name() {
    return "elasticsearch";
  }

  @Override
  public String description() {
    return "Elasticsearch and OpenSearch, through the low-level REST client";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        REFRESH,
        ROUTING,
        GROUPS,
        SEARCH_LIMIT,
        UPDATE_FORM,
        CREATE_ONLY,
        VALUE_FORM,
        ROLL,
        CREATE_INDEX,
        SHARDS,
        REPLICAS,
        REFRESH_INTERVAL,
        CONNECTIONS,
        IO_THREADS,
        CONNECT_TIMEOUT,
        TLS,
        USER,
        PASSWORD,
        API_KEY);
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = SearchAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return ElasticsearchTarget.open(context);
  }
}
