package org.plimsoll.driver.s3;

import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * Location of an object. On Amazon, the bucket is part of the host name if possible: {@code
 * https://bucket.s3.region.amazonaws.com/key}. On other stores it is part of the path.
 *
 * @param region the region that requests are signed for
 */
record S3Place(String bucket, String key, String region, URI url) {
  /** Region for stores other than Amazon's: most accept this one. */
  private static final String ANY_REGION = "us-east-1";

  /**
   * Bucket names that can be part of the host: a dot would not match the certificate's wildcard.
   */
  private static final Pattern PART_OF_HOST = Pattern.compile("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

  static S3Place of(String bucket, String key, Map<String, String> options) {
    String endpoint = options.get("endpoint");
    String region = region(options.get("region"), endpoint != null);
    String path = "/" + SdkHttpUtils.urlEncodeIgnoreSlashes(key);
    boolean isInHost = endpoint == null && PART_OF_HOST.matcher(bucket).matches();
    String base =
        endpoint != null
            ? endpoint.replaceFirst("/+$", "")
            : "https://" + (isInHost ? bucket + "." : "") + amazon(region);
    return new S3Place(
        bucket, key, region, URI.create(base + (isInHost ? "" : "/" + bucket) + path));
  }

  private static String amazon(String region) {
    return "s3." + region + "." + PartitionMetadata.of(Region.of(region)).dnsSuffix();
  }

  private static String region(@Nullable String asked, boolean isElsewhere) {
    if (asked != null) {
      return asked;
    }
    try {
      return isElsewhere
          ? ANY_REGION
          : DefaultAwsRegionProviderChain.builder().build().getRegion().id();
    } catch (SdkClientException e) {
      throw new IllegalArgumentException(
          "must have region=NAME, since neither the environment nor a profile has one", e);
    }
  }

  /** The host that requests are sent to, for messages. */
  String host() {
    return url.getAuthority();
  }
}
