package org.plimsoll.driver.elastic;

import java.time.Duration;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** The address form and the settings of an index, which both drivers for Elasticsearch share. */
public final class IndexSettings {
  public static final Setting<Long> SEARCH_LIMIT =
      Setting.count("search-limit", "10", 1, 10_000)
          .describedAs("number of documents that a search requests")
          .asLive();
  public static final Setting<Long> PAGE_SIZE =
      Setting.count("page-size", "1000", 1, 10_000)
          .describedAs("maximum number of documents in one answer to a scan")
          .asLive();
  public static final Setting<Long> RETRY_ON_CONFLICT =
      Setting.count("retry-on-conflict", "0", 0, 100)
          .describedAs(
              "number of retries by the server of an update of some fields, or an upsert, after"
                  + " another writer changed the document")
          .asLive();
  public static final Setting<Long> GROUPS =
      Setting.count("groups", "1000", 1, 1_000_000_000)
          .describedAs("number of distinct values of the field plimsoll-group");
  public static final Setting<Boolean> ROUTING =
      Setting.flag("routing", false)
          .describedAs("route documents by their group, so that a search needs one shard only");
  public static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BINARY)
          .describedAs(
              "form of the fields; binary: base64, which is only stored; text: analyzed and"
                  + " searchable");
  public static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create what is missing; recreate: drop the index first; temporary: also drop it at the"
              + " end; none: everything must exist");
  public static final Setting<Long> SHARDS =
      Setting.count("shards", "1", 1, 1024).describedAs("primary shards of a new index");
  public static final Setting<Long> REPLICAS =
      Setting.count("replicas", "0", 0, 100)
          .describedAs("replicas of each primary shard of a new index");
  public static final Setting<String> REFRESH_INTERVAL =
      Setting.text(
              "refresh-interval",
              "1s",
              Setting.Reach.NOTHING,
              "-1, or a time in the store's format, such as 500ms, 1s or 2m",
              IndexSettings::parseInterval)
          .describedAs("refresh interval of a new index; -1: no automatic refresh");
  public static final Setting<Duration> SNIFF =
      Setting.duration("sniff", "0")
          .describedAs("interval at which the driver asks the cluster for its nodes; 0: never");

  private IndexSettings() {}

  /**
   * Returns the form of addresses: the nodes and the index. The name of the index has no characters
   * that are special in a URL or a pattern.
   */
  public static ServersAddress.Form address(int defaultPort) {
    return ServersAddress.Form.servers(defaultPort)
        .named(
            "index",
            "plimsoll",
            "[a-z0-9][a-z0-9._-]{0,200}",
            "lower-case letters, digits, ., _ and -, starting with a letter or digit");
  }

  private static String parseInterval(String text) {
    if (!text.matches("-1|[0-9]{1,9}(nanos|micros|ms|s|m|h|d)")) {
      throw new IllegalArgumentException("must be a time");
    }
    return text;
  }
}
