package org.plimsoll.driver.kafka;

import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the contract where each operation that writes is a transaction. */
@ExtendWith(SharedKafka.class)
class KafkaTransactionalContractTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.server().address() + "/transactional-contract";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("transactions", "true", "linger", "0");
  }
}
