package org.plimsoll.driver.s3;

import java.util.Map;
import java.util.Objects;
import org.plimsoll.api.custom.ObjectStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Object store for S3 and compatible stores, registered as a service of this jar. */
public final class S3Store implements ObjectStore {
  @Override
  public StoredObject open(String bucket, String key, Map<String, String> options) {
    return new S3Object(S3Place.of(bucket, key, options), new SignedRequests(credentials(options)));
  }

  private static AwsCredentialsProvider credentials(Map<String, String> options) {
    String user = options.get("user");
    if (user == null) {
      return DefaultCredentialsProvider.builder().build();
    }
    String password = Objects.requireNonNull(options.get("password"));
    String token = options.get("session-token");
    return StaticCredentialsProvider.create(
        token == null
            ? AwsBasicCredentials.create(user, password)
            : AwsSessionCredentials.create(user, password, token));
  }
}
