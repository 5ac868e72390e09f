package org.plimsoll.driver.s3;

import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.driver.aws.AwsLogin;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * Location of an object. On Amazon, the bucket is part of the host name if possible: {@code
 * https://bucket.s3.region.amazonaws.com/key}. On other stores it is part of the path.
 *
 * @param region the region that requests are signed for
 */
record S3Place(String bucket, String key, String region, URI url) {
  /**
   * Bucket names that can be part of the host name. A name with a dot would not match the wildcard
   * in the certificate.
   */
  private static final Pattern PART_OF_HOST = Pattern.compile("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

  static S3Place of(String bucket, String key, Map<String, String> options) {
    String endpoint = options.get("endpoint");
    String region =
        AwsLogin.region(
            options.get("region"),
            endpoint != null,
            "must have region=NAME, since neither the environment nor a profile has one");
    URI url =
        bucketUrl(
            bucket,
            endpoint == null ? null : URI.create(endpoint),
            region,
            endpoint != null || !isPartOfHost(bucket));
    return new S3Place(
        bucket, key, region, URI.create(url + "/" + SdkHttpUtils.urlEncodeIgnoreSlashes(key)));
  }

  /** Whether the bucket can be part of a host name. */
  static boolean isPartOfHost(String bucket) {
    return PART_OF_HOST.matcher(bucket).matches();
  }

  /**
   * Returns the URL of a bucket, without a trailing slash.
   *
   * @param endpoint the endpoint; null for Amazon's endpoint in the region
   * @param pathStyle whether the bucket is in the path, and not in the host name
   */
  static URI bucketUrl(String bucket, @Nullable URI endpoint, String region, boolean pathStyle) {
    String base =
        endpoint == null
            ? "https://s3." + region + "." + PartitionMetadata.of(Region.of(region)).dnsSuffix()
            : endpoint.toString().replaceFirst("/+$", "");
    return URI.create(
        pathStyle ? base + "/" + bucket : base.replaceFirst("://", "://" + bucket + "."));
  }

  /** Returns the host to which requests are sent, for messages. */
  String host() {
    return url.getAuthority();
  }
}
