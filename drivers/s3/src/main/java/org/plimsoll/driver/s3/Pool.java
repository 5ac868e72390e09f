package org.plimsoll.driver.s3;

import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** A connection pool, with the SDK client that uses it. */
record Pool(SdkAsyncHttpClient http, S3AsyncClient s3) {
  /** Closes the pool and its calls in flight. */
  void close() {
    s3.close();
    http.close();
  }
}
