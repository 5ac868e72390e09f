package org.plimsoll.driver.s3;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract with one field in an object. */
@ExtendWith(SharedS3.class)
class S3ContractTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new S3Driver();
  }

  @Override
  protected RealServer server() {
    return SharedS3.server();
  }

  @Override
  protected String address() {
    return addressAt(server().address());
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return hostAndPort + "/contract/rows";
  }

  @Override
  protected Map<String, String> settings() {
    return SharedS3.settings();
  }

  @Test
  void anAddressThatIsRefusedIsNotConnectedTo() throws Exception {
    checkThatAnAddressRefusedLaterIsNotConnectedTo();
  }
}
