package org.plimsoll.driver.kafka;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code kafka}. */
final class KafkaSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(9092)
          .named(
              "topic",
              "plimsoll",
              "[A-Za-z0-9][A-Za-z0-9._-]{0,248}",
              "up to 249 letters, digits, ., _ and -");
  static final Setting<Acks> ACKS =
      Setting.choice("acks", Acks.ALL)
          .describedAs(
              "replicas that must have a record before it is acknowledged: all in-sync"
                  + " replicas, the leader, or none")
          .asLive();
  static final Setting<Duration> LINGER =
      Setting.duration("linger", "5ms")
          .describedAs("maximum time that a record waits for other records of its batch")
          .asLive();
  static final Setting<Long> BATCH_SIZE =
      Setting.bytes("batch-size", "16KiB")
          .describedAs("size at which a batch is sent; 0: each record is sent alone")
          .asLive();
  static final Setting<BatchCompression> COMPRESSION =
      Setting.choice("compression", BatchCompression.NONE)
          .describedAs("compression of batches: none, gzip, snappy, lz4 or zstd")
          .asLive();
  static final Setting<Boolean> IDEMPOTENCE =
      Setting.flag("idempotence", false)
          .describedAs(
              "the broker removes duplicates of retries; needs acks=all, and sets retries to"
                  + " its maximum")
          .asLive();
  static final Setting<Long> RETRIES =
      Setting.count("retries", "0", 0, Integer.MAX_VALUE)
          .describedAs(
              "number of times that the client library resends a batch; not counted as attempts")
          .asLive();
  static final Setting<Duration> DELIVERY_TIMEOUT =
      Setting.duration("delivery-timeout", "30s", "10ms")
          .describedAs("maximum time to send a record, including retries; longer than linger");
  static final Setting<Long> BUFFER_MEMORY =
      Setting.bytes("buffer-memory", "32MiB")
          .describedAs(
              "memory for records that wait to be sent; when it is full, records fail with"
                  + " buffer-full");
  static final Setting<Long> PRODUCERS =
      Setting.count("producers", "1", 0, 1000)
          .describedAs("producers that sessions share; 0: one for each session");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "4096", 1, 1_000_000)
          .describedAs("operations in flight on a session");
  static final Setting<Boolean> TRANSACTIONS =
      Setting.flag("transactions", false)
          .describedAs(
              "each write is one transaction; needs acks=all; a session has its own producer"
                  + " and one operation in flight");
  static final Setting<Duration> TRANSACTION_TIMEOUT =
      Setting.duration("transaction-timeout", "1m", "1s")
          .describedAs("time after which the brokers abort a transaction that has not ended");
  static final Setting<Boolean> KEYED =
      Setting.flag("keyed", true)
          .describedAs(
              "records have the key of the row, which selects the partition; otherwise"
                  + " the client library selects it");
  static final Setting<String> GROUP =
      Setting.text(
              "group",
              "",
              Setting.Reach.NOTHING,
              "up to 249 letters, digits, ., _ and -",
              KafkaSettings::parseGroup)
          .describedAs("consumer group of consume; empty: each session reads all partitions");
  static final Setting<FirstOffset> OFFSET =
      Setting.choice("offset", FirstOffset.EARLIEST)
          .describedAs("start of consume if the group has no offsets: earliest or latest");
  static final Setting<RecordIsolation> ISOLATION =
      Setting.choice("isolation", RecordIsolation.READ_UNCOMMITTED)
          .describedAs(
              "read-committed: consume returns only records of committed transactions;"
                  + " read-uncommitted: all records");
  static final Setting<Long> POLL_RECORDS =
      Setting.count("poll-records", "500", 1, 1_000_000)
          .describedAs("maximum number of records that one consume returns");
  static final Setting<Duration> POLL_TIMEOUT =
      Setting.duration("poll-timeout", "100ms")
          .describedAs(
              "maximum time that a consume waits for records; without records, it counts as"
                  + " not found")
          .asLive();
  static final Setting<Duration> FETCH_WAIT =
      Setting.duration("fetch-wait", "500ms")
          .describedAs("maximum time that the broker waits for fetch-min-bytes");
  static final Setting<Long> FETCH_MIN_BYTES =
      Setting.bytes("fetch-min-bytes", "1")
          .describedAs("number of bytes that the broker collects before it answers a consumer");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create a missing topic; recreate: delete it first; temporary: also delete it at the"
              + " end; none: it must exist");
  static final Setting<Long> PARTITIONS =
      Setting.count("partitions", "1", 1, 100_000).describedAs("partitions of a new topic");
  static final Setting<Long> REPLICATION =
      Setting.count("replication", "0", 0, 100)
          .describedAs("replicas of each partition of a new topic; 0: as the brokers decide");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "10ms")
          .describedAs("timeout for the first answer of a broker");

  static final Setting<SaslMechanism> SASL_MECHANISM =
      Setting.choice("sasl-mechanism", SaslMechanism.SCRAM_SHA_512)
          .describedAs(
              "SASL mechanism of the login; plain sends the password in clear text, so use it with"
                  + " tls");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          ACKS,
          LINGER,
          BATCH_SIZE,
          COMPRESSION,
          IDEMPOTENCE,
          RETRIES,
          DELIVERY_TIMEOUT,
          BUFFER_MEMORY,
          PRODUCERS,
          IN_FLIGHT,
          TRANSACTIONS,
          TRANSACTION_TIMEOUT,
          KEYED,
          GROUP,
          OFFSET,
          ISOLATION,
          POLL_RECORDS,
          POLL_TIMEOUT,
          FETCH_WAIT,
          FETCH_MIN_BYTES,
          SCHEMA,
          PARTITIONS,
          REPLICATION,
          CONNECT_TIMEOUT,
          Credentials.USER,
          Credentials.PASSWORD,
          SASL_MECHANISM,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          ClientCertificate.CERTIFICATE,
          ClientCertificate.KEY);

  private KafkaSettings() {}

  private static String parseGroup(String text) {
    if (!text.matches("[A-Za-z0-9._-]{0,249}")) {
      throw new IllegalArgumentException("must be a name");
    }
    return text;
  }
}
