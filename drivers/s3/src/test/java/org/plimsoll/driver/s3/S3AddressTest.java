package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.testkit.TestTarget;

class S3AddressTest {
  @ParameterizedTest
  @CsvSource({
    "my-bucket, , my-bucket, plimsoll/",
    "my.bucket/a/b/, , my.bucket, a/b/",
    "B_ucket/ä b, , B_ucket, ä b/",
    "localhost:9000, localhost:9000, plimsoll, plimsoll/",
    "[::1]:9000/bkt, [::1]:9000, bkt, plimsoll/",
    "minio:9000/bkt/rows/of/mine, minio:9000, bkt, rows/of/mine/",
  })
  void anAddressIsABucketWithOrWithoutServerAndPrefix(
      String address, String server, String bucket, String prefix) {
    assertThat(S3Address.parse(address)).isEqualTo(new S3Address(server, bucket, prefix));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "-bucket",
        "127.0.0.1",
        "bu cket",
        "bucket//x",
        "minio:9000/ab",
        "minio:99999/bucket",
        "[::1]/bucket",
        "/bucket"
      })
  void anInvalidAddressIsQuotedAndRefused(String address) {
    assertThatThrownBy(() -> S3Address.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "s3: must be BUCKET[/PREFIX] or //HOST:PORT[/BUCKET[/PREFIX]], such as"
                + " s3:my-bucket/bench, was '"
                + address
                + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "bkt, , true, https://s3.eu-west-1.amazonaws.com/bkt",
    "bkt, , false, https://bkt.s3.eu-west-1.amazonaws.com",
    "bkt, http://127.0.0.1:9000/, true, http://127.0.0.1:9000/bkt",
    "bkt, https://store.example.com, false, https://bkt.store.example.com",
  })
  void theBucketIsInThePathOrInTheHostName(
      String bucket, String endpoint, boolean pathStyle, String url) {
    assertThat(
            S3Place.bucketUrl(
                bucket,
                endpoint == null ? null : java.net.URI.create(endpoint),
                "eu-west-1",
                pathStyle))
        .hasToString(url);
  }

  @ParameterizedTest
  @CsvSource({"user2, user1", "a/b0, a/b/", "\uE000, \uD7FF"})
  void aListingStartsJustBeforeItsFirstName(String name, String start) {
    assertThat(ObjectNames.before(name))
        .startsWith(start)
        .isLessThan(name)
        .endsWith(Character.toString(Character.MAX_CODE_POINT));
  }

  @ParameterizedTest
  @CsvSource({
    "start, 0, 1, bytes=0-0",
    "start, 100, 64KiB, bytes=100-65635",
    "end, 100, 1k, bytes=-1000",
  })
  void aRangeIsCountedFromTheStartOrTheEnd(
      String from, String offset, String bytes, String header) {
    Map<String, String> settings =
        Map.of("range-from", from, "range-offset", offset, "range-bytes", bytes);
    assertThat(Tuning.of(TestTarget.values(new S3Driver(), settings)).range()).isEqualTo(header);
  }

  @Test
  void anEmptyPartIsRefused() {
    assertThatThrownBy(() -> TestTarget.values(new S3Driver(), Map.of("part-size", "0")))
        .hasMessageContaining(
            "part-size: must be a size from 1 byte to 1GiB, such as 64KiB, was '0'");
  }
}
