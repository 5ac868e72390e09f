package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ServiceLoader;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Opens clients of DAX clusters. The add-on {@code dynamodb-dax} implements this service interface.
 */
public interface DaxClients {
  /**
   * Opens a client for a cluster. The client may be returned before it has connected.
   *
   * @throws IOException if the cluster cannot be used
   */
  DynamoDbAsyncClient open(Cluster cluster) throws IOException;

  /**
   * A DAX cluster, and how to connect to it.
   *
   * @param url {@code dax://host:port} or {@code daxs://host:port}
   * @param maxConnections maximum number of connections to each node
   * @param requestTimeout a timeout longer than any deadline, because the engine enforces the
   *     deadlines
   */
  record Cluster(
      URI url,
      Region region,
      AwsCredentialsProvider credentials,
      int maxConnections,
      Duration connectTimeout,
      Duration requestTimeout) {}

  /**
   * Finds the installed add-on with the service loader.
   *
   * @throws IllegalArgumentException if the add-on is not installed; the message says how to
   *     install it
   */
  static DaxClients installed(URI url) {
    return ServiceLoader.load(DaxClients.class, DaxClients.class.getClassLoader())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "dax-endpoint: must be an http:// or https:// URL unless the DAX add-on is"
                    + " installed (unpack plimsoll-dynamodb-dax-*.tar.gz into a folder and add"
                    + " --drivers FOLDER), was '"
                    + url
                    + "'"));
  }
}
