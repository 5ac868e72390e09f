package org.plimsoll.driver.aws;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsAsyncClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * The AWS SDK, configured for load tests. It creates clients without retries that complete on their
 * I/O threads, pools of connections, and the threads that all of them share.
 */
public final class AwsConnection implements AutoCloseable {
  /**
   * A timeout for the SDK that is never reached. The engine enforces deadlines by closing the
   * session.
   */
  public static final Duration FOR_EVER = Duration.ofHours(24);

  private final SettingValues settings;
  private final AwsTls tls;
  private final Region region;
  private final AwsCredentialsProvider credentials;
  private final SdkEventLoopGroup eventLoops;

  /**
   * Creates the threads, but does not connect yet.
   *
   * @param context the source of the settings, which also checks each address before a connection
   * @param region the name of the region for which requests are signed
   * @throws IllegalArgumentException if the credential settings conflict
   */
  public AwsConnection(DriverContext context, String region, AwsTls tls) {
    settings = context.settings();
    this.tls = tls;
    this.region = Region.of(region);
    credentials = AwsLogin.credentials(settings);
    eventLoops = IoThreads.of(ioThreads(settings), context);
  }

  private static int ioThreads(SettingValues settings) {
    int asked = Math.toIntExact(settings.get(AwsSettings.IO_THREADS));
    return asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
  }

  public Region region() {
    return region;
  }

  public AwsCredentialsProvider credentials() {
    return credentials;
  }

  public int maxConnections() {
    return Math.toIntExact(settings.get(AwsSettings.MAX_CONNECTIONS));
  }

  /** Creates a pool of connections. The caller must close it. */
  public SdkAsyncHttpClient http() {
    NettyNioAsyncHttpClient.Builder http =
        NettyNioAsyncHttpClient.builder()
            .maxConcurrency(maxConnections())
            .maxPendingConnectionAcquires(Integer.MAX_VALUE)
            .connectionAcquisitionTimeout(settings.get(AwsSettings.CONNECT_TIMEOUT))
            .connectionTimeout(settings.get(AwsSettings.CONNECT_TIMEOUT))
            .readTimeout(FOR_EVER)
            .writeTimeout(FOR_EVER)
            .tcpKeepAlive(true)
            .eventLoopGroup(eventLoops);
    TrustManagerFactory trust = tls.trust();
    if (trust != null) {
      http.tlsTrustManagersProvider(trust::getTrustManagers);
    }
    return http.buildWithDefaults(
        AttributeMap.builder()
            .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, !tls.verifies())
            .build());
  }

  /**
   * Sets the endpoint, the credentials and the other options of a client builder.
   *
   * @param endpoint the endpoint; null for the default endpoint of the region
   */
  public <B extends AwsAsyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder, @Nullable URI endpoint, SdkAsyncHttpClient http) {
    builder
        .region(region)
        .credentialsProvider(credentials)
        .httpClient(http)
        // Completes on the I/O thread. By default, the SDK uses a thread pool.
        .asyncConfiguration(async ->
            async.advancedOption(
                SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .build());
    if (endpoint != null) {
      builder.endpointOverride(endpoint);
    }
    return builder;
  }

  /**
   * Shuts down the threads after a delay, because the pools are notified of closed connections on
   * these threads.
   */
  @Override
  public void close() {
    var _ = eventLoops.eventLoopGroup().shutdownGracefully(100, 2000, TimeUnit.MILLISECONDS);
  }
}
