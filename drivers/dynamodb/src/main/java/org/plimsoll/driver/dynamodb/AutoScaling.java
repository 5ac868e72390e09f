package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.applicationautoscaling.ApplicationAutoScalingAsyncClient;
import software.amazon.awssdk.services.applicationautoscaling.model.MetricType;
import software.amazon.awssdk.services.applicationautoscaling.model.PolicyType;
import software.amazon.awssdk.services.applicationautoscaling.model.ScalableDimension;
import software.amazon.awssdk.services.applicationautoscaling.model.ServiceNamespace;

/**
 * Configures Application Auto Scaling for the provisioned units of a table and its index. Reads and
 * writes each have a scalable target with a lower and an upper bound, and a policy that tracks a
 * target utilization.
 */
final class AutoScaling {
  private final AwsClients clients;
  private final Table table;
  private final SettingValues settings;

  AutoScaling(AwsClients clients, Table table, SettingValues settings) {
    this.clients = clients;
    this.table = table;
    this.settings = settings;
  }

  /** The units of one dimension, which are scaled between two bounds. */
  private record Scaled(
      String resource, ScalableDimension dimension, MetricType metric, long minimum) {}

  /**
   * Checks the settings before the table is created.
   *
   * @throws IllegalArgumentException if auto scaling cannot be requested
   */
  void check() {
    if (settings.get(DynamoDbSettings.CAPACITY_MODE) != CapacityMode.PROVISIONED) {
      throw new IllegalArgumentException(
          "auto-scaling: must be false where capacity-mode is on-demand, was 'true'");
    }
    if (clients.hasEndpoint() && settings.get(DynamoDbSettings.AUTO_SCALING_ENDPOINT).isEmpty()) {
      throw new IllegalArgumentException(
          "auto-scaling: must be false with the endpoint "
              + clients.where()
              + ", which has no Application Auto Scaling (as DynamoDB Local), unless"
              + " auto-scaling-endpoint names one, was 'true'");
    }
  }

  void enable() throws IOException {
    try (SdkAsyncHttpClient http = clients.http();
        ApplicationAutoScalingAsyncClient scaling = clients.autoScaling(http)) {
      for (Scaled scaled : all()) {
        enable(scaling, scaled);
      }
    }
  }

  private List<Scaled> all() {
    long read = settings.get(DynamoDbSettings.READ_CAPACITY);
    long write = settings.get(DynamoDbSettings.WRITE_CAPACITY);
    MetricType reads = MetricType.DYNAMO_DB_READ_CAPACITY_UTILIZATION;
    MetricType writes = MetricType.DYNAMO_DB_WRITE_CAPACITY_UTILIZATION;
    String resource = "table/" + table.name();
    List<Scaled> all = new ArrayList<>();
    all.add(
        new Scaled(resource, ScalableDimension.DYNAMODB_TABLE_READ_CAPACITY_UNITS, reads, read));
    all.add(
        new Scaled(resource, ScalableDimension.DYNAMODB_TABLE_WRITE_CAPACITY_UNITS, writes, write));
    String index = settings.get(DynamoDbSettings.INDEX);
    if (!index.isEmpty()) {
      String its = resource + "/index/" + index;
      all.add(new Scaled(its, ScalableDimension.DYNAMODB_INDEX_READ_CAPACITY_UNITS, reads, read));
      all.add(
          new Scaled(its, ScalableDimension.DYNAMODB_INDEX_WRITE_CAPACITY_UNITS, writes, write));
    }
    return all;
  }

  private void enable(ApplicationAutoScalingAsyncClient scaling, Scaled scaled) throws IOException {
    int maximum = Math.toIntExact(settings.get(DynamoDbSettings.AUTO_SCALING_MAXIMUM));
    var _ =
        answer(
            scaling.registerScalableTarget(target ->
                target
                    .serviceNamespace(ServiceNamespace.DYNAMODB)
                    .resourceId(scaled.resource)
                    .scalableDimension(scaled.dimension)
                    .minCapacity(Math.toIntExact(scaled.minimum))
                    .maxCapacity(maximum)));
    var _ =
        answer(
            scaling.putScalingPolicy(policy ->
                policy
                    .serviceNamespace(ServiceNamespace.DYNAMODB)
                    .resourceId(scaled.resource)
                    .scalableDimension(scaled.dimension)
                    .policyName("plimsoll-" + scaled.metric)
                    .policyType(PolicyType.TARGET_TRACKING_SCALING)
                    .targetTrackingScalingPolicyConfiguration(tracking ->
                        tracking
                            .targetValue(settings.get(DynamoDbSettings.TARGET_UTILIZATION))
                            .predefinedMetricSpecification(
                                metric -> metric.predefinedMetricType(scaled.metric)))));
  }

  /**
   * Waits for the answer of Application Auto Scaling, whose address differs from that of the table.
   */
  private <T> T answer(CompletableFuture<T> asked) throws IOException {
    return table.answer(asked, clients.whereScaling());
  }
}
