package org.plimsoll.driver.kafka;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Kafka, in which rows are records of a topic. */
public final class KafkaDriver implements Driver {
  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public String description() {
    return "Kafka: records of a topic, their acknowledgement and their delivery";
  }

  @Override
  public List<String> targetForms() {
    return List.of("kafka://[user:password@]host[:port][,host[:port]…][/topic]");
  }

  @Override
  public List<Setting<?>> settings() {
    return KafkaSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.BULK_WRITE,
        KafkaSession.DELIVER,
        KafkaSession.CONSUME);
  }

  @Override
  public void checkAddress(String address) {
    var _ = KafkaSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return KafkaTarget.open(context);
  }
}
