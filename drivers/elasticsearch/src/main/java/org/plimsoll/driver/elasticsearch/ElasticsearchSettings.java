package org.plimsoll.driver.elasticsearch;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.elastic.IndexSettings;

/** Settings of {@code elasticsearch} and {@code opensearch}. */
final class ElasticsearchSettings {
  static final ServersAddress.Form ADDRESS = IndexSettings.address(9200);
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
  static final Setting<IndexRoll> ROLL =
      Setting.choice("roll", IndexRoll.NONE)
          .describedAs("interval at which a new index starts (UTC); none: one index");
  static final Setting<Long> MAX_CONNECTIONS =
      Setting.count("max-connections", "10000", 1, 100_000)
          .describedAs("maximum number of connections; further operations wait for one");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection and for the first answer");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false)
          .describedAs("compress requests with gzip, and accept compressed answers");
  static final Setting<String> API_KEY =
      Setting.text("api-key", "", Setting.Reach.NOTHING)
          .describedAs("encoded API key, instead of user and password")
          .asSecret();

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          REFRESH,
          IndexSettings.RETRY_ON_CONFLICT,
          IndexSettings.ROUTING,
          IndexSettings.GROUPS,
          QUERY,
          IndexSettings.SEARCH_LIMIT,
          IndexSettings.PAGE_SIZE,
          IndexSettings.VALUE_FORM,
          ROLL,
          IndexSettings.SCHEMA,
          IndexSettings.SHARDS,
          IndexSettings.REPLICAS,
          IndexSettings.REFRESH_INTERVAL,
          IndexSettings.SNIFF,
          MAX_CONNECTIONS,
          ConnectionSettings.IO_THREADS,
          CONNECT_TIMEOUT,
          COMPRESSION,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          Credentials.USER,
          Credentials.PASSWORD,
          API_KEY);

  private ElasticsearchSettings() {}
}
