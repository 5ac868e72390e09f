package org.plimsoll.driver.s3;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for Amazon S3 and stores that support its protocol, with rows as objects in one bucket.
 */
public final class S3Driver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          ObjectRequests.RANGE_READ,
          ObjectRequests.HEAD,
          ObjectRequests.COPY,
          ObjectRequests.MULTIPART_WRITE);

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public String description() {
    return "Amazon S3 and stores that support its protocol: objects of a bucket";
  }

  @Override
  public List<String> targetForms() {
    return List.of("s3:BUCKET[/PREFIX]", "s3://HOST:PORT[/BUCKET[/PREFIX]]");
  }

  @Override
  public List<Setting<?>> settings() {
    return S3Settings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = S3Address.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return S3Target.open(context);
  }
}
