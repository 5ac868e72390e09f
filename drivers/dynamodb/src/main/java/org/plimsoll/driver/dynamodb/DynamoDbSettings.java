package org.plimsoll.driver.dynamodb;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.aws.AwsSettings;

/** Settings of {@code dynamodb}. */
final class DynamoDbSettings {
  private static final long MOST_UNITS = 1_000_000_000;

  static final Setting<String> DAX_ENDPOINT =
      Setting.text("dax-endpoint", "", Setting.Reach.HOSTS)
          .describedAs(
              "URL of a DAX cluster (dax:// or daxs://), or of a cache with the protocol of"
                  + " DynamoDB (http:// or https://)");
  static final Setting<Boolean> DAX =
      Setting.flag("dax", false).describedAs("send operations to dax-endpoint").asLive();
  static final Setting<Boolean> CONSISTENT_READS =
      Setting.flag("consistent-reads", false)
          .describedAs("strongly consistent reads; they consume twice as many units")
          .asLive();
  static final Setting<Boolean> CONDITIONAL_INSERT =
      Setting.flag("conditional-insert", false)
          .describedAs("an insert fails if its key exists")
          .asLive();
  static final Setting<UpdateForm> UPDATE_FORM =
      Setting.choice("update-form", UpdateForm.PUT)
          .describedAs(
              "request of an update; put replaces the item; update-item sets the fields of"
                  + " the row");
  static final Setting<String> PARTITION_KEY =
      Setting.text("partition-key", "id", Setting.Reach.NOTHING)
          .describedAs("name of the attribute that is the partition key");
  static final Setting<String> SORT_KEY =
      Setting.text("sort-key", "", Setting.Reach.NOTHING)
          .describedAs(
              "name of the attribute that is the sort key; empty: the table has no sort key");
  static final Setting<Long> PARTITIONS =
      Setting.count("partitions", "100", 1, MOST_UNITS)
          .describedAs("number of partition key values, with a sort-key");
  static final Setting<KeyForm> KEY_FORM =
      Setting.choice("key-form", KeyForm.STRING)
          .describedAs("type of the key attributes: string, binary or number");
  static final Setting<AttributeForm> VALUE_FORM =
      Setting.choice("value-form", AttributeForm.BINARY)
          .describedAs("type of the field attributes: string or binary");
  static final Setting<String> INDEX =
      Setting.text("index", "", Setting.Reach.NOTHING)
          .describedAs("name of a global secondary index for query-index; empty: none");
  static final Setting<Long> INDEX_GROUPS =
      Setting.count("index-groups", "1000", 1, MOST_UNITS)
          .describedAs("number of distinct values of the index key");
  static final Setting<IndexProjection> INDEX_PROJECTION =
      Setting.choice("index-projection", IndexProjection.ALL)
          .describedAs("content of a new index: all, or keys-only");
  static final Setting<Long> QUERY_LIMIT =
      Setting.count("query-limit", "100", 1, 1_000_000)
          .describedAs("number of rows that a query or query-index requests")
          .asLive();
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0").describedAs("time to live of written rows; 0: forever").asLive();
  static final Setting<String> TTL_ATTRIBUTE =
      Setting.text("ttl-attribute", "expires", Setting.Reach.NOTHING)
          .describedAs("name of the attribute with the expiry time");
  static final Setting<Long> UNPROCESSED_RETRIES =
      Setting.count("unprocessed-retries", "8", 0, 100)
          .describedAs("number of times that the driver resends unprocessed items of a batch");
  static final Setting<Boolean> REPORT_CAPACITY =
      Setting.flag("report-capacity", true)
          .describedAs("request the consumed capacity with each answer, and count it");
  static final Setting<Boolean> CREATE_TABLE =
      Setting.flag("create-table", true).describedAs("create the table if it does not exist");
  static final Setting<CapacityMode> CAPACITY_MODE =
      Setting.choice("capacity-mode", CapacityMode.ON_DEMAND)
          .describedAs(
              "capacity mode of a new table: on-demand or provisioned; a live change updates"
                  + " the table")
          .asLive();
  static final Setting<Long> READ_CAPACITY =
      Setting.count("read-capacity", "5", 1, MOST_UNITS)
          .describedAs("provisioned read units; a live change updates the table")
          .asLive();
  static final Setting<Long> WRITE_CAPACITY =
      Setting.count("write-capacity", "5", 1, MOST_UNITS)
          .describedAs("provisioned write units; a live change updates the table")
          .asLive();
  static final Setting<Boolean> AUTO_SCALING =
      Setting.flag("auto-scaling", false)
          .describedAs("use Application Auto Scaling for the provisioned units of a new table");
  static final Setting<Long> AUTO_SCALING_MAXIMUM =
      Setting.count("auto-scaling-maximum", "40000", 1, MOST_UNITS)
          .describedAs(
              "maximum units of Application Auto Scaling; the minimum is the provisioned"
                  + " units");
  static final Setting<Double> TARGET_UTILIZATION =
      Setting.decimal("target-utilization", "70", 20, 90)
          .describedAs("target utilization of Application Auto Scaling, in percent");
  static final Setting<String> AUTO_SCALING_ENDPOINT =
      Setting.text("auto-scaling-endpoint", "", Setting.Reach.HOSTS)
          .describedAs("URL of Application Auto Scaling that replaces the URL of the region");
  static final Setting<Truncation> TRUNCATION =
      Setting.choice("truncation", Truncation.DELETE_ROWS)
          .describedAs("method of truncating: delete-rows or recreate-table");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          AwsSettings.REGION,
          AwsSettings.ENDPOINT,
          DAX_ENDPOINT,
          DAX,
          CONSISTENT_READS,
          CONDITIONAL_INSERT,
          UPDATE_FORM,
          PARTITION_KEY,
          SORT_KEY,
          PARTITIONS,
          KEY_FORM,
          VALUE_FORM,
          INDEX,
          INDEX_GROUPS,
          INDEX_PROJECTION,
          QUERY_LIMIT,
          TTL,
          TTL_ATTRIBUTE,
          UNPROCESSED_RETRIES,
          REPORT_CAPACITY,
          AwsSettings.MAX_CONNECTIONS,
          AwsSettings.IO_THREADS,
          AwsSettings.CONNECT_TIMEOUT,
          CREATE_TABLE,
          CAPACITY_MODE,
          READ_CAPACITY,
          WRITE_CAPACITY,
          AUTO_SCALING,
          AUTO_SCALING_MAXIMUM,
          TARGET_UTILIZATION,
          AUTO_SCALING_ENDPOINT,
          TRUNCATION,
          AwsSettings.USER,
          AwsSettings.PASSWORD,
          AwsSettings.SESSION_TOKEN,
          AwsSettings.PROFILE);

  private DynamoDbSettings() {}
}
