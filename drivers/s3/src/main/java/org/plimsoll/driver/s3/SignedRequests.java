package org.plimsoll.driver.s3;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Creates HTTP requests for the JDK's client, signed with Amazon's Signature Version 4 for S3. */
final class SignedRequests implements AutoCloseable {
  private final AwsCredentialsProvider credentials;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  SignedRequests(AwsCredentialsProvider credentials) {
    this.credentials = credentials;
  }

  /** Creates a signed GET request. */
  HttpRequest get(URI url, String region, Map<String, String> headers, Duration timeout)
      throws IOException {
    SdkHttpRequest.Builder asked = SdkHttpRequest.builder().method(SdkHttpMethod.GET).uri(url);
    headers.forEach(asked::putHeader);
    AwsCredentialsIdentity identity = identity();
    SignedRequest signed =
        signer.sign(request ->
            request
                .identity(identity)
                .request(asked.build())
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).timeout(timeout).method("GET", BodyPublishers.noBody());
    signed
        .request()
        .forEachHeader((name, values) -> {
          // The JDK's client itself adds the same Host header.
          if (!name.equalsIgnoreCase("Host")) {
            values.forEach(value -> request.header(name, value));
          }
        });
    return request.build();
  }

  private AwsCredentialsIdentity identity() throws IOException {
    try {
      return credentials.resolveCredentials();
    } catch (SdkClientException e) {
      throw new IOException(
          "there are no credentials: neither user and password, nor those of the environment,"
              + " a profile, the container or the instance",
          e);
    }
  }

  @Override
  public void close() {
    if (credentials instanceof SdkAutoCloseable closeable) {
      closeable.close();
    }
  }
}
