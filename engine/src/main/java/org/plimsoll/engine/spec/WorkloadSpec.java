package org.plimsoll.engine.spec;

import org.plimsoll.api.Distribution;

/**
 * Which keys and rows operations have.
 *
 * @param firstKey number of the first key
 * @param keys number of keys that exist before the first insert
 * @param fields fields of a row
 * @param valueBytes bytes of one field
 * @param compressibility share of a value's bytes that repeat, 0 (random) to 1
 * @param values number of distinct values drawn from; 0 = as many as operations
 * @param scanLength rows that a scan asks for
 * @param bulkSize items of a bulk operation
 * @param verify whether what is read is checked
 * @param ignoreMissing whether reads that found nothing go unreported
 */
public record WorkloadSpec(
    long firstKey,
    long keys,
    KeyDistributionSpec keyDistribution,
    KeyForm keyForm,
    int fields,
    Distribution valueBytes,
    double compressibility,
    long values,
    Distribution scanLength,
    int bulkSize,
    boolean verify,
    boolean ignoreMissing) {

  /** What {@code Key.bytes} holds. */
  public enum KeyForm {
    TEXT,
    BINARY
  }
}
