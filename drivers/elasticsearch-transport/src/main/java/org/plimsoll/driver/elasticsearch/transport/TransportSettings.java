package org.plimsoll.driver.elasticsearch.transport;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.elastic.IndexSettings;

/** Settings of {@code elasticsearch-transport}. */
final class TransportSettings {
  static final ServersAddress.Form ADDRESS = IndexSettings.address(9300);
  static final Setting<Refresh> REFRESH =
      Setting.choice("refresh", Refresh.FALSE)
          .describedAs(
              "time at which a write becomes searchable; false: next refresh; true: at once;"
                  + " wait-for: the write waits for the next refresh")
          .asLive();
  static final Setting<QueryTemplate> QUERY =
      Setting.text(
              "query",
              "{\"term\":{\"" + Documents.GROUP + "\":\"{group}\"}}",
              Setting.Reach.NOTHING,
              QueryTemplate.ALLOWED,
              QueryTemplate::parse)
          .describedAs(
              "query of the operation search, in JSON; placeholders: {group}, {key}, {number}")
          .asLive();
  static final Setting<Content> CONTENT =
      Setting.choice("content", Content.JSON)
          .describedAs("format of documents, in requests and in the index: json, smile or cbor");
  static final Setting<String> TYPE =
      Setting.text(
              "type",
              "doc",
              Setting.Reach.NOTHING,
              "letters, digits, _ and -, starting with a letter or digit, or _doc",
              TransportSettings::parseType)
          .describedAs("mapping type of the documents; 5.6 does not allow _doc");
  static final Setting<String> CLUSTER =
      Setting.text("cluster", "", Setting.Reach.NOTHING)
          .describedAs("name that the cluster must have; empty: any");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "64", 1, 10_000)
          .describedAs(
              "maximum number of operations in flight on a session; sessions share the"
                  + " connections");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "6", 1, 1000)
          .describedAs("connections to each node for all operations except bulk-write");
  static final Setting<Long> BULK_CONNECTIONS =
      Setting.count("bulk-connections", "3", 1, 1000)
          .describedAs("connections to each node for bulk-write");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection, and for the answer of a node to a ping");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false).describedAs("compress requests with deflate");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          REFRESH,
          IndexSettings.RETRY_ON_CONFLICT,
          QUERY,
          IndexSettings.SEARCH_LIMIT,
          IndexSettings.PAGE_SIZE,
          IndexSettings.GROUPS,
          IndexSettings.ROUTING,
          IndexSettings.VALUE_FORM,
          CONTENT,
          TYPE,
          IndexSettings.SCHEMA,
          IndexSettings.SHARDS,
          IndexSettings.REPLICAS,
          IndexSettings.REFRESH_INTERVAL,
          IndexSettings.SNIFF,
          CLUSTER,
          IN_FLIGHT,
          CONNECTIONS,
          BULK_CONNECTIONS,
          ConnectionSettings.IO_THREADS,
          CONNECT_TIMEOUT,
          COMPRESSION,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          ClientCertificate.CERTIFICATE,
          ClientCertificate.KEY,
          Credentials.USER,
          Credentials.PASSWORD);

  private TransportSettings() {}

  private static String parseType(String text) {
    if (!text.matches("_doc|[A-Za-z0-9][A-Za-z0-9_-]{0,99}")) {
      throw new IllegalArgumentException("not a type");
    }
    return text;
  }
}
