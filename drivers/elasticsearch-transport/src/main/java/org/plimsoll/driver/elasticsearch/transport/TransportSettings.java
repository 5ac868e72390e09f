package org.plimsoll.driver.elasticsearch.transport;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code elasticsearch-transport}. */
final class TransportSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(9300)
          .named(
              "index",
              "plimsoll",
              "[a-z0-9][a-z0-9._-]{0,200}",
              "lower-case letters, digits, ., _ and -, starting with a letter or digit");
  static final Setting<Refresh> REFRESH =
      Setting.choice("refresh", Refresh.FALSE)
          .describedAs("whether a write makes itself searchable, or waits until it is (wait-for)")
          .asLive();
  static final Setting<QueryTemplate> QUERY =
      Setting.text(
              "query",
              "{\"term\":{\"" + Documents.GROUP + "\":\"{group}\"}}",
              Setting.Reach.NOTHING,
              QueryTemplate.ALLOWED,
              QueryTemplate::parse)
          .describedAs(
              "query of search, in the store's JSON; placeholders: {group}, {key}, {number}")
          .asLive();
  static final Setting<Long> SEARCH_LIMIT =
      Setting.count("search-limit", "10", 1, 10_000)
          .describedAs("documents that a search requests")
          .asLive();
  static final Setting<Long> PAGE_SIZE =
      Setting.count("page-size", "1000", 1, 10_000)
          .describedAs("maximum number of documents in one answer to a scan")
          .asLive();
  static final Setting<Long> GROUPS =
      Setting.count("groups", "1000", 1, 1_000_000_000)
          .describedAs("number of values of the field plimsoll-group");
  static final Setting<Boolean> ROUTING =
      Setting.flag("routing", false)
          .describedAs("documents are routed by their group, and searches go to one shard");
  static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BINARY)
          .describedAs("values as bytes that are only stored, or as text that is searchable");
  static final Setting<Content> CONTENT =
      Setting.choice("content", Content.JSON)
          .describedAs("format of documents, in requests and in the index");
  static final Setting<String> TYPE =
      Setting.text(
              "type",
              "doc",
              Setting.Reach.NOTHING,
              "letters, digits, _ and -, starting with a letter or digit, or _doc",
              TransportSettings::parseType)
          .describedAs("mapping type of the documents; 5.6 does not allow _doc");
  static final Setting<SchemaUse> SCHEMA =
      Setting.choice("schema", SchemaUse.CREATE)
          .describedAs(
              "create what is missing; recreate: drop the index first; temporary: also drop it at"
                  + " the end; none: everything must exist");
  static final Setting<Long> SHARDS =
      Setting.count("shards", "1", 1, 1024).describedAs("primary shards of a new index");
  static final Setting<Long> REPLICAS =
      Setting.count("replicas", "0", 0, 100).describedAs("replicas of each shard of a new index");
  static final Setting<String> REFRESH_INTERVAL =
      Setting.text(
              "refresh-interval",
              "1s",
              Setting.Reach.NOTHING,
              "-1, or a time in the store's format, such as 500ms, 1s or 2m",
              TransportSettings::parseInterval)
          .describedAs("refresh interval of a new index; -1: no automatic refresh");
  static final Setting<Duration> SNIFF =
      Setting.duration("sniff", "0")
          .describedAs("how often the list of nodes is requested; 0: never, use the address");
  static final Setting<String> CLUSTER =
      Setting.text("cluster", "", Setting.Reach.NOTHING)
          .describedAs("name that the cluster must have; empty: any");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "64", 1, 10_000)
          .describedAs("operations in flight on a session, which shares its connections");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "6", 1, 1000)
          .describedAs("connections to each node for all operations except bulk-write");
  static final Setting<Long> BULK_CONNECTIONS =
      Setting.count("bulk-connections", "3", 1, 1000)
          .describedAs("connections to each node for bulk-write");
  static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs(
              "threads that write requests and read answers; 0: one for every two processors");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection, and for the answer of a node to a ping");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false).describedAs("compress requests with deflate");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(
          REFRESH,
          QUERY,
          SEARCH_LIMIT,
          PAGE_SIZE,
          GROUPS,
          ROUTING,
          VALUE_FORM,
          CONTENT,
          TYPE,
          SCHEMA,
          SHARDS,
          REPLICAS,
          REFRESH_INTERVAL,
          SNIFF,
          CLUSTER,
          IN_FLIGHT,
          CONNECTIONS,
          BULK_CONNECTIONS,
          IO_THREADS,
          CONNECT_TIMEOUT,
          COMPRESSION,
          Credentials.USER,
          Credentials.PASSWORD);

  private TransportSettings() {}

  private static String parseType(String text) {
    if (!text.matches("_doc|[A-Za-z0-9][A-Za-z0-9_-]{0,99}")) {
      throw new IllegalArgumentException("not a type");
    }
    return text;
  }

  private static String parseInterval(String text) {
    if (!text.matches("-1|[0-9]{1,9}(nanos|micros|ms|s|m|h|d)")) {
      throw new IllegalArgumentException("must be a time");
    }
    return text;
  }
}
