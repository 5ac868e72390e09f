package org.plimsoll.driver.s3;

import java.util.Map;
import org.plimsoll.api.custom.ObjectStore;
import org.plimsoll.driver.aws.AwsLogin;

/** Object store for S3 and compatible stores, registered as a service in this jar. */
public final class S3Store implements ObjectStore {
  @Override
  public StoredObject open(String bucket, String key, Map<String, String> options) {
    SignedRequests requests =
        new SignedRequests(
            AwsLogin.credentials(
                options.getOrDefault("user", ""),
                options.getOrDefault("password", ""),
                options.getOrDefault("session-token", "")));
    return new S3Object(S3Place.of(bucket, key, options), requests);
  }
}
