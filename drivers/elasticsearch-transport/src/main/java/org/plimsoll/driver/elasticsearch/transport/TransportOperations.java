package org.plimsoll.driver.elasticsearch.transport;

import java.util.Set;
import org.plimsoll.api.OperationType;

/** The operations of the driver. */
final class TransportOperations {
  static final OperationType SEARCH = OperationType.reading("search");
  static final OperationType CREATE = OperationType.inserting("create");
  static final OperationType UPSERT = OperationType.writing("upsert");

  static final Set<OperationType> ALL =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          SEARCH,
          CREATE,
          UPSERT);

  private TransportOperations() {}
}
