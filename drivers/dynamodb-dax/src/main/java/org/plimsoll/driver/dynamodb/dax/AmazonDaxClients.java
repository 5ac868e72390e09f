package org.plimsoll.driver.dynamodb.dax;

import java.io.IOException;
import java.time.Duration;
import org.plimsoll.driver.dynamodb.DaxClients;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.dax.ClusterDaxAsyncClient;
import software.amazon.dax.Configuration;

/** Opens DAX clients of Amazon, configured without retries. */
public final class AmazonDaxClients implements DaxClients {
  @Override
  public DynamoDbAsyncClient open(Cluster cluster) throws IOException {
    return ClusterDaxAsyncClient.builder()
        .overrideConfiguration(
            Configuration.builder()
                .url(cluster.url().toString())
                .region(cluster.region())
                .credentialsProvider(cluster.credentials())
                .maxConcurrency(cluster.maxConnections())
                .maxPendingConnectionAcquires(cluster.maxConnections())
                .connectTimeoutMillis(millis(cluster.connectTimeout()))
                .requestTimeoutMillis(millis(cluster.requestTimeout()))
                .readRetries(0)
                .writeRetries(0)
                .build())
        .build();
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
