package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SharedPool;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsAsyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.applicationautoscaling.ApplicationAutoScalingAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Clients of the SDK, configured for load: one for DynamoDB and, if there is an endpoint, one for
 * DAX. Both are {@link DynamoDbAsyncClient}s, so that a run can switch between them.
 */
final class AwsClients implements AutoCloseable {
  /** Region for servers other than Amazon's: any is accepted, as long as it does not change. */
  private static final String ANY_REGION = "us-east-1";

  /** Timeout of the SDK, never reached: the engine enforces deadlines by closing the session. */
  private static final Duration FOR_EVER = Duration.ofHours(24);

  private final SettingValues settings;
  private final @Nullable URI endpoint;
  private final Region region;
  private final AwsCredentialsProvider credentials;
  private final SdkEventLoopGroup eventLoops;
  private final @Nullable URI cacheUrl;
  private final @Nullable DynamoDbAsyncClient cluster;
  private final SharedPool<Pool> pools;
  private volatile boolean usesDax;

  private AwsClients(DynamoDbAddress address, SettingValues settings) throws IOException {
    this.settings = settings;
    endpoint = endpoint(address, settings);
    region = region(address, settings, endpoint != null);
    credentials = credentials(settings);
    String dax = settings.get(DynamoDbSettings.DAX_ENDPOINT);
    cacheUrl = dax.isEmpty() ? null : url("dax-endpoint", dax);
    useDax(settings.get(DynamoDbSettings.DAX));
    URI clusterUrl = cacheUrl != null && cacheUrl.getScheme().startsWith("dax") ? cacheUrl : null;
    DaxClients daxClients = clusterUrl == null ? null : DaxClients.installed(clusterUrl);
    eventLoops = SdkEventLoopGroup.builder().numberOfThreads(ioThreads(settings)).build();
    pools = new SharedPool<>(this::newPool, Pool::close);
    try {
      cluster = clusterUrl == null || daxClients == null ? null : cluster(daxClients, clusterUrl);
    } catch (IOException e) {
      pools.close();
      shutDownEventLoops();
      throw e;
    }
  }

  static AwsClients open(DynamoDbAddress address, DriverContext context) throws IOException {
    SettingValues settings = context.settings();
    ask(context, endpoint(address, settings));
    for (Setting<String> setting :
        List.of(DynamoDbSettings.DAX_ENDPOINT, DynamoDbSettings.AUTO_SCALING_ENDPOINT)) {
      String text = settings.get(setting);
      ask(context, text.isEmpty() ? null : url(setting.name(), text));
    }
    return new AwsClients(address, settings);
  }

  /** Asks the engine about an endpoint. The SDK, which has no hook, resolves it again. */
  private static void ask(DriverContext context, @Nullable URI endpoint) throws IOException {
    if (endpoint == null) {
      return;
    }
    int port = endpoint.getPort();
    int standard = endpoint.getScheme().endsWith("s") ? 443 : 80;
    try {
      var _ = context.resolve(endpoint.getHost(), port < 0 ? standard : port);
    } catch (UnknownHostException e) {
      // The SDK reports an unknown host.
    }
  }

  /** The client of the table itself. */
  DynamoDbAsyncClient dynamo() {
    return pools.current().dynamo();
  }

  /** The pool of connections, which counts its calls. */
  SharedPool<Pool> pools() {
    return pools;
  }

  /** The client for operations: DynamoDB or DAX. */
  DynamoDbAsyncClient operations(Pool entered) {
    if (!usesDax) {
      return entered.dynamo();
    }
    DynamoDbAsyncClient cache = cluster == null ? entered.cache() : cluster;
    return cache == null ? entered.dynamo() : cache;
  }

  /** Sends later operations to DAX or directly to DynamoDB. */
  void useDax(boolean use) {
    if (use && cacheUrl == null) {
      throw new IllegalArgumentException("dax: must be false without dax-endpoint, was 'true'");
    }
    usesDax = use;
  }

  boolean usesDax() {
    return usesDax;
  }

  Region region() {
    return region;
  }

  /** The address that operations are sent to, for messages. */
  String where() {
    return endpoint == null ? "dynamodb." + region + ".amazonaws.com" : endpoint.getAuthority();
  }

  /** The address of Application Auto Scaling, for messages. */
  String whereScaling() {
    String url = settings.get(DynamoDbSettings.AUTO_SCALING_ENDPOINT);
    return url.isEmpty()
        ? "application-autoscaling." + region + ".amazonaws.com"
        : url("auto-scaling-endpoint", url).getAuthority();
  }

  /** Whether requests go to an address of the user and not to one of Amazon. */
  boolean hasEndpoint() {
    return endpoint != null;
  }

  ApplicationAutoScalingAsyncClient autoScaling(SdkAsyncHttpClient http) {
    String url = settings.get(DynamoDbSettings.AUTO_SCALING_ENDPOINT);
    return configured(
            ApplicationAutoScalingAsyncClient.builder(),
            url.isEmpty() ? null : url("auto-scaling-endpoint", url),
            http)
        .build();
  }

  private Pool newPool() {
    SdkAsyncHttpClient http = http();
    URI url = cacheUrl;
    boolean sameProtocol = url != null && url.getScheme().startsWith("http");
    return new Pool(http, dynamo(endpoint, http), sameProtocol ? dynamo(url, http) : null);
  }

  SdkAsyncHttpClient http() {
    return NettyNioAsyncHttpClient.builder()
        .maxConcurrency(Math.toIntExact(settings.get(DynamoDbSettings.MAX_CONNECTIONS)))
        .maxPendingConnectionAcquires(Integer.MAX_VALUE)
        .connectionAcquisitionTimeout(settings.get(DynamoDbSettings.CONNECT_TIMEOUT))
        .connectionTimeout(settings.get(DynamoDbSettings.CONNECT_TIMEOUT))
        .readTimeout(FOR_EVER)
        .writeTimeout(FOR_EVER)
        .tcpKeepAlive(true)
        .eventLoopGroup(eventLoops)
        .build();
  }

  private DynamoDbAsyncClient dynamo(@Nullable URI its, SdkAsyncHttpClient http) {
    return configured(DynamoDbAsyncClient.builder(), its, http).build();
  }

  private <
          B extends
              AwsAsyncClientBuilder<B, C>
                  & software.amazon.awssdk.awscore.client.builder.AwsClientBuilder<B, C>,
          C>
      B configured(B builder, @Nullable URI its, SdkAsyncHttpClient http) {
    builder
        .region(region)
        .credentialsProvider(credentials)
        .httpClient(http)
        // Completes on the I/O thread; the default of the SDK is a thread pool.
        .asyncConfiguration(async ->
            async.advancedOption(
                SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .build());
    if (its != null) {
      builder.endpointOverride(its);
    }
    return builder;
  }

  private DynamoDbAsyncClient cluster(DaxClients daxClients, URI url) throws IOException {
    try {
      return daxClients.open(
          new DaxClients.Cluster(
              url,
              region,
              credentials,
              Math.toIntExact(settings.get(DynamoDbSettings.MAX_CONNECTIONS)),
              settings.get(DynamoDbSettings.CONNECT_TIMEOUT),
              FOR_EVER));
    } catch (IOException | RuntimeException e) {
      throw Failures.unusable(url.getAuthority(), e);
    }
  }

  private static int ioThreads(SettingValues settings) {
    int asked = Math.toIntExact(settings.get(DynamoDbSettings.IO_THREADS));
    return asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
  }

  private static @Nullable URI endpoint(DynamoDbAddress address, SettingValues settings) {
    String given = settings.get(DynamoDbSettings.ENDPOINT);
    if (!given.isEmpty()) {
      return url("endpoint", given);
    }
    String server = address.server();
    return server == null ? null : URI.create("http://" + server);
  }

  private static URI url(String setting, String text) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null && url.getScheme() != null && url.getUserInfo() == null) {
        boolean dax = setting.equals("dax-endpoint") && url.getScheme().matches("daxs?");
        if (dax || url.getScheme().matches("https?")) {
          return url;
        }
      }
    } catch (java.net.URISyntaxException e) {
      throw notAnUrl(setting, text);
    }
    throw notAnUrl(setting, text);
  }

  private static IllegalArgumentException notAnUrl(String setting, String text) {
    return new IllegalArgumentException(
        setting + ": must be a URL such as http://127.0.0.1:8000, was '" + text + "'");
  }

  private static Region region(DynamoDbAddress address, SettingValues settings, boolean anyWillDo) {
    String inAddress = address.region();
    if (inAddress != null) {
      return Region.of(inAddress);
    }
    String given = settings.get(DynamoDbSettings.REGION);
    if (!given.isEmpty()) {
      return Region.of(given);
    }
    if (anyWillDo) {
      return Region.of(ANY_REGION);
    }
    try {
      return DefaultAwsRegionProviderChain.builder().build().getRegion();
    } catch (SdkClientException e) {
      throw new IllegalArgumentException(
          "region: must be set, in the target (dynamodb://eu-west-1/TABLE) or in AWS_REGION", e);
    }
  }

  private static AwsCredentialsProvider credentials(SettingValues settings) {
    String user = settings.get(DynamoDbSettings.USER);
    String password = settings.get(DynamoDbSettings.PASSWORD);
    String token = settings.get(DynamoDbSettings.SESSION_TOKEN);
    String profile = settings.get(DynamoDbSettings.PROFILE);
    if (user.isEmpty() != password.isEmpty()) {
      throw new IllegalArgumentException(
          "user: must be set together with password, one of them is empty");
    }
    if (!user.isEmpty()) {
      return StaticCredentialsProvider.create(
          token.isEmpty()
              ? AwsBasicCredentials.create(user, password)
              : AwsSessionCredentials.create(user, password, token));
    }
    return profile.isEmpty()
        ? DefaultCredentialsProvider.builder().build()
        : ProfileCredentialsProvider.create(profile);
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
    pools.close();
    shutDownEventLoops();
  }

  /** Shuts down the event loops after a delay, since closed connections notify their pool there. */
  private void shutDownEventLoops() {
    var _ = eventLoops.eventLoopGroup().shutdownGracefully(100, 2000, TimeUnit.MILLISECONDS);
  }
}
