package org.plimsoll.driver.s3;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.SharedPool;
import org.plimsoll.driver.aws.AwsConnection;
import org.plimsoll.driver.aws.AwsEndpoints;
import org.plimsoll.driver.aws.AwsLogin;
import org.plimsoll.driver.aws.AwsSettings;
import org.plimsoll.driver.aws.AwsTls;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/**
 * The SDK clients over Netty, configured for load tests. The SDK's CRT client is not used. It
 * splits large objects into parts and retries by itself, so that an operation would not be one
 * request.
 */
final class S3Clients implements AutoCloseable {
  private final @Nullable URI endpoint;
  private final boolean pathStyle;
  private final URI bucketUrl;
  private final Expectation expectation;
  private final AwsConnection connection;
  private final SharedPool<Pool> pools;

  private S3Clients(
      DriverContext context,
      @Nullable URI endpoint,
      String region,
      boolean pathStyle,
      URI bucketUrl)
      throws GeneralSecurityException {
    this.endpoint = endpoint;
    this.pathStyle = pathStyle;
    this.bucketUrl = bucketUrl;
    SettingValues settings = context.settings();
    expectation = new Expectation(settings.get(S3Settings.EXPECT_CONTINUE));
    connection = new AwsConnection(context, region, AwsTls.of(settings));
    pools = new SharedPool<>(this::newPool, Pool::close);
  }

  static S3Clients open(S3Address address, DriverContext context)
      throws IOException, GeneralSecurityException {
    SettingValues settings = context.settings();
    URI endpoint =
        AwsEndpoints.endpoint(
            settings.get(AwsSettings.ENDPOINT), address.server(), settings.get(TlsSettings.TLS));
    String region =
        AwsLogin.region(
            settings.get(AwsSettings.REGION),
            endpoint != null,
            "region: must be set, since neither AWS_REGION nor a profile has one");
    boolean pathStyle =
        switch (settings.get(S3Settings.PATH_STYLE)) {
          case AUTO -> endpoint != null || !S3Place.isPartOfHost(address.bucket());
          case TRUE -> true;
          case FALSE -> false;
        };
    URI bucketUrl = S3Place.bucketUrl(address.bucket(), endpoint, region, pathStyle);
    AwsEndpoints.ask(context, bucketUrl);
    return new S3Clients(context, endpoint, region, pathStyle, bucketUrl);
  }

  /** Returns the client for calls that are not operations. */
  S3AsyncClient s3() {
    return pools.current().s3();
  }

  /** Returns the connection pool, which counts its calls. */
  SharedPool<Pool> pools() {
    return pools;
  }

  /** Returns the host to which requests are sent, for messages. */
  String where() {
    return bucketUrl.getAuthority();
  }

  String region() {
    return connection.region().id();
  }

  boolean isPathStyle() {
    return pathStyle;
  }

  void settingsChanged(SettingValues settings) {
    expectation.want(settings.get(S3Settings.EXPECT_CONTINUE));
  }

  private Pool newPool() {
    SdkAsyncHttpClient http = connection.http();
    S3AsyncClientBuilder builder = connection.configured(S3AsyncClient.builder(), endpoint, http);
    S3AsyncClient client =
        builder
            .overrideConfiguration(
                builder.overrideConfiguration().toBuilder()
                    .addExecutionInterceptor(expectation)
                    .build())
            .forcePathStyle(pathStyle)
            // Each request specifies whether it has a checksum, and of which kind.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .build();
    return new Pool(http, client);
  }

  @Override
  public void close() {
    pools.close();
    connection.close();
  }
}
