package org.plimsoll.driver.s3;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the driver contract with several fields in an object. */
@ExtendWith(SharedS3.class)
class S3FieldsContractTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new S3Driver();
  }

  @Override
  protected String address() {
    return SharedS3.server().address() + "/contract/fields";
  }

  @Override
  protected Map<String, String> settings() {
    return SharedS3.settings();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "field1");
  }
}
