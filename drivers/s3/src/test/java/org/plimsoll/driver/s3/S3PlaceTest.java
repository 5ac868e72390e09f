package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3PlaceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bkt  | a/b c | eu-west-1 | | https://bkt.s3.eu-west-1.amazonaws.com/a/b%20c",
        "b.kt | k | eu-west-1 | | https://s3.eu-west-1.amazonaws.com/b.kt/k",
        "B_kt | k | eu-west-1 | | https://s3.eu-west-1.amazonaws.com/B_kt/k",
        "bkt  | k | cn-north-1 | | https://bkt.s3.cn-north-1.amazonaws.com.cn/k",
        "bkt  | k | xx-west-9 | | https://bkt.s3.xx-west-9.amazonaws.com/k",
        "bkt  | k | | https://minio:9000/ | https://minio:9000/bkt/k",
        "bkt  | k | garage | http://h/s3 | http://h/s3/bkt/k",
      })
  void bucketsOfAmazonAreInTheHostNameAndOthersInThePath(
      String bucket, String key, String region, String endpoint, String url) {
    Map<String, String> options =
        endpoint == null
            ? Map.of("region", region)
            : Map.of("region", region == null ? "us-east-1" : region, "endpoint", endpoint);
    assertThat(S3Place.of(bucket, key, options).url()).hasToString(url);
  }
}
