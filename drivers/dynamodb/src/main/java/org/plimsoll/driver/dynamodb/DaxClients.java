package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ServiceLoader;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Opens clients of DAX clusters: the service of the add-on {@code dynamodb-dax}. */
public interface DaxClients {
  /**
   * Opens a client of a cluster. It may be returned before it has connected.
   *
   * @throws IOException if the cluster cannot be used
   */
  DynamoDbAsyncClient open(Cluster cluster) throws IOException;

  /**
   * A DAX cluster, and how to connect to it.
   *
   * @param url {@code dax://host:port} or {@code daxs://host:port}
   * @param maxConnections maximum number of connections to each node
   * @param requestTimeout longer than any deadline, which the engine enforces
   */
  record Cluster(
      URI url,
      Region region,
      AwsCredentialsProvider credentials,
      int maxConnections,
      Duration connectTimeout,
      Duration requestTimeout) {}

  /**
   * Finds the add-on among the jars of the driver.
   *
   * @throws IllegalArgumentException if the add-on is not installed, with how to install it
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
