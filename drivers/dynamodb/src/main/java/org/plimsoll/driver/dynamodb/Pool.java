package org.plimsoll.driver.dynamodb;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A connection pool, with the SDK clients that use it.
 *
 * @param cache the client for a cache that uses the DynamoDB protocol
 */
record Pool(
    SdkAsyncHttpClient http, DynamoDbAsyncClient dynamo, @Nullable DynamoDbAsyncClient cache) {
  /** Closes the pool and its calls in flight. */
  void close() {
    dynamo.close();
    if (cache != null) {
      cache.close();
    }
    http.close();
  }
}
