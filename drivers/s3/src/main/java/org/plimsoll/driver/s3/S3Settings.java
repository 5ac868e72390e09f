package org.plimsoll.driver.s3;

import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.driver.aws.AwsSettings;

/** Settings of {@code s3}. */
final class S3Settings {
  private static final long MOST_BYTES = 1L << 30;
  private static final String SIZE = "a size from 1 byte to 1GiB, such as 64KiB";

  static final Setting<Addressing> PATH_STYLE =
      Setting.choice("path-style", Addressing.AUTO)
          .describedAs(
              "place of the bucket in a request; true: in the path; false: in the host name;"
                  + " auto: in the path, except at Amazon");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create the bucket if missing; recreate: delete the rows first; temporary: also"
              + " delete them at the end, with a bucket that this run has created; none: the"
              + " bucket must exist");
  static final Setting<ChecksumForm> CHECKSUM =
      Setting.choice("checksum", ChecksumForm.CRC32)
          .describedAs("checksum that the driver sends with each written object")
          .asLive();
  static final Setting<Boolean> VERIFY_CHECKSUM =
      Setting.flag("verify-checksum", false)
          .describedAs("request the checksum of each object that is read, and verify it")
          .asLive();
  static final Setting<Boolean> EXPECT_CONTINUE =
      Setting.flag("expect-continue", true)
          .describedAs(
              "a write waits until the store accepts it before it sends its body (Expect:"
                  + " 100-continue)")
          .asLive();
  static final Setting<StoredAs> STORAGE_CLASS =
      Setting.choice("storage-class", StoredAs.DEFAULT)
          .describedAs("storage class of written objects; default: the storage class of the bucket")
          .asLive();
  static final Setting<Boolean> CONDITIONAL_INSERT =
      Setting.flag("conditional-insert", false)
          .describedAs("an insert fails if its object exists")
          .asLive();
  static final Setting<Long> PART_SIZE =
      size("part-size", "8MiB").describedAs("size of a part of multipart-write").asLive();
  static final Setting<Long> PARTS_IN_FLIGHT =
      Setting.count("parts-in-flight", "4", 1, 1_000)
          .describedAs("parts of one multipart-write that are sent at the same time")
          .asLive();
  static final Setting<Long> RANGE_BYTES =
      size("range-bytes", "64KiB").describedAs("number of bytes that range-read requests").asLive();
  static final Setting<Long> RANGE_OFFSET =
      Setting.bytes("range-offset", "0")
          .describedAs("offset of the range from the start of the object")
          .asLive();
  static final Setting<RangeFrom> RANGE_FROM =
      Setting.choice("range-from", RangeFrom.START)
          .describedAs(
              "start: range-read reads from range-offset on; end: range-read reads the last"
                  + " bytes of the object")
          .asLive();

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          AwsSettings.REGION,
          AwsSettings.ENDPOINT,
          PATH_STYLE,
          SCHEMA,
          CHECKSUM,
          VERIFY_CHECKSUM,
          EXPECT_CONTINUE,
          STORAGE_CLASS,
          CONDITIONAL_INSERT,
          PART_SIZE,
          PARTS_IN_FLIGHT,
          RANGE_BYTES,
          RANGE_OFFSET,
          RANGE_FROM,
          AwsSettings.MAX_CONNECTIONS,
          AwsSettings.IO_THREADS,
          AwsSettings.CONNECT_TIMEOUT,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          AwsSettings.USER,
          AwsSettings.PASSWORD,
          AwsSettings.SESSION_TOKEN,
          AwsSettings.PROFILE);

  private S3Settings() {}

  private static Setting<Long> size(String name, String defaultText) {
    return Setting.of(
        name,
        Setting.Kind.BYTES,
        defaultText,
        SIZE,
        text -> {
          long bytes = Quantities.parseBytes(text);
          if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("must be " + SIZE);
          }
          return bytes;
        });
  }
}
