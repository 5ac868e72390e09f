package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SharedPool;
import org.plimsoll.driver.aws.AwsConnection;
import org.plimsoll.driver.aws.AwsEndpoints;
import org.plimsoll.driver.aws.AwsLogin;
import org.plimsoll.driver.aws.AwsSettings;
import org.plimsoll.driver.aws.AwsTls;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.applicationautoscaling.ApplicationAutoScalingAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * The SDK clients, configured for load tests: one for DynamoDB and, if there is an endpoint, one
 * for DAX. Both are {@link DynamoDbAsyncClient}s, so that a run can switch between them.
 */
final class AwsClients implements AutoCloseable {
  private final SettingValues settings;
  private final @Nullable URI endpoint;
  private final AwsConnection connection;
  private final @Nullable URI cacheUrl;
  private final @Nullable DynamoDbAsyncClient cluster;
  private final SharedPool<Pool> pools;
  private volatile boolean usesDax;

  private AwsClients(DynamoDbAddress address, DriverContext context) throws IOException {
    settings = context.settings();
    endpoint = endpoint(address, settings);
    String dax = settings.get(DynamoDbSettings.DAX_ENDPOINT);
    cacheUrl = dax.isEmpty() ? null : url(DynamoDbSettings.DAX_ENDPOINT, dax);
    useDax(settings.get(DynamoDbSettings.DAX));
    URI clusterUrl = cacheUrl != null && cacheUrl.getScheme().startsWith("dax") ? cacheUrl : null;
    DaxClients daxClients = clusterUrl == null ? null : DaxClients.installed(clusterUrl);
    connection =
        new AwsConnection(context, region(address, settings, endpoint != null), AwsTls.DEFAULT);
    pools = new SharedPool<>(this::newPool, Pool::close);
    try {
      cluster = clusterUrl == null || daxClients == null ? null : cluster(daxClients, clusterUrl);
    } catch (IOException e) {
      pools.close();
      connection.close();
      throw e;
    }
  }

  static AwsClients open(DynamoDbAddress address, DriverContext context) throws IOException {
    SettingValues settings = context.settings();
    AwsEndpoints.ask(context, endpoint(address, settings));
    for (Setting<String> setting :
        List.of(DynamoDbSettings.DAX_ENDPOINT, DynamoDbSettings.AUTO_SCALING_ENDPOINT)) {
      String text = settings.get(setting);
      AwsEndpoints.ask(context, text.isEmpty() ? null : url(setting, text));
    }
    return new AwsClients(address, context);
  }

  /** Returns the client for the table itself. */
  DynamoDbAsyncClient dynamo() {
    return pools.current().dynamo();
  }

  /** Returns the connection pool, which counts its calls. */
  SharedPool<Pool> pools() {
    return pools;
  }

  /** Returns the client for operations: DynamoDB or DAX. */
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
    return connection.region();
  }

  /** Returns the address to which operations are sent, for messages. */
  String where() {
    return endpoint == null ? "dynamodb." + region() + ".amazonaws.com" : endpoint.getAuthority();
  }

  /** Returns the address of Application Auto Scaling, for messages. */
  String whereScaling() {
    URI url = scalingUrl();
    return url == null
        ? "application-autoscaling." + region() + ".amazonaws.com"
        : url.getAuthority();
  }

  /** Whether requests go to an address that the user has set, not to one of Amazon. */
  boolean hasEndpoint() {
    return endpoint != null;
  }

  ApplicationAutoScalingAsyncClient autoScaling(SdkAsyncHttpClient http) {
    return connection
        .configured(ApplicationAutoScalingAsyncClient.builder(), scalingUrl(), http)
        .build();
  }

  private @Nullable URI scalingUrl() {
    String url = settings.get(DynamoDbSettings.AUTO_SCALING_ENDPOINT);
    return url.isEmpty() ? null : url(DynamoDbSettings.AUTO_SCALING_ENDPOINT, url);
  }

  private Pool newPool() {
    SdkAsyncHttpClient http = http();
    URI url = cacheUrl;
    boolean sameProtocol = url != null && url.getScheme().startsWith("http");
    return new Pool(http, dynamo(endpoint, http), sameProtocol ? dynamo(url, http) : null);
  }

  SdkAsyncHttpClient http() {
    return connection.http();
  }

  private DynamoDbAsyncClient dynamo(@Nullable URI its, SdkAsyncHttpClient http) {
    return connection.configured(DynamoDbAsyncClient.builder(), its, http).build();
  }

  private DynamoDbAsyncClient cluster(DaxClients daxClients, URI url) throws IOException {
    try {
      return daxClients.open(
          new DaxClients.Cluster(
              url,
              region(),
              connection.credentials(),
              connection.maxConnections(),
              settings.get(AwsSettings.CONNECT_TIMEOUT),
              AwsConnection.FOR_EVER));
    } catch (IOException | RuntimeException e) {
      throw Failures.ERRORS.unusable(url.getAuthority(), e);
    }
  }

  private static @Nullable URI endpoint(DynamoDbAddress address, SettingValues settings) {
    return AwsEndpoints.endpoint(settings.get(AwsSettings.ENDPOINT), address.server(), false);
  }

  private static URI url(Setting<String> setting, String text) {
    boolean dax = setting.equals(DynamoDbSettings.DAX_ENDPOINT);
    return AwsEndpoints.url(setting.name(), text, dax ? "daxs?" : "");
  }

  private static String region(DynamoDbAddress address, SettingValues settings, boolean anyWillDo) {
    String inAddress = address.region();
    return AwsLogin.region(
        inAddress == null ? settings.get(AwsSettings.REGION) : inAddress,
        anyWillDo,
        "region: must be set, in the target (dynamodb://eu-west-1/TABLE) or in AWS_REGION");
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
    pools.close();
    connection.close();
  }
}
