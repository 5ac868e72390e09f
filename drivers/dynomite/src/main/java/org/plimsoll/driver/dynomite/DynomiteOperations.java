package org.plimsoll.driver.dynomite;

import java.util.Set;
import org.plimsoll.api.OperationType;

/**
 * The operations of {@code dynomite}. Those that only this driver has are the workloads of
 * NDBench's plugins.
 */
final class DynomiteOperations {
  static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);
  static final OperationType PIPELINE_READ = OperationType.reading("pipeline-read");
  static final OperationType PIPELINE_WRITE = OperationType.writing("pipeline-write");
  static final OperationType HASH_READ = OperationType.reading("hash-read");
  static final OperationType HASH_WRITE = OperationType.writing("hash-write");
  static final OperationType SORTED_SET_READ = OperationType.reading("sorted-set-read");
  static final OperationType SORTED_SET_WRITE = OperationType.writing("sorted-set-write");

  static final Set<OperationType> ALL =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          INCREMENT,
          PIPELINE_READ,
          PIPELINE_WRITE,
          HASH_READ,
          HASH_WRITE,
          SORTED_SET_READ,
          SORTED_SET_WRITE);

  private DynomiteOperations() {}
}
