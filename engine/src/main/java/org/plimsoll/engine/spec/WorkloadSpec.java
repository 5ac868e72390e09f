package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.custom.CustomWorkload;

/**
 * The keys and rows of a workload's operations.
 *
 * @param firstKey number of the first key
 * @param keys number of keys that exist before the first insert
 * @param fields fields of a row
 * @param updateFields number of fields that an update writes; {@link #ALL_FIELDS} = the whole row
 * @param valueBytes bytes of one field
 * @param compressibility share of a value's bytes that repeat, 0 (random) to 1
 * @param values number of distinct values; 0 = one per operation
 * @param scanLength rows that a scan requests
 * @param bulkSize items of a bulk operation
 * @param verify whether rows that are read are verified
 * @param ignoreMissing whether reads of absent rows are not reported
 * @param locality locality of requests over time
 * @param custom user's class that chooses operations and keys; null if the mix and the distribution
 *     do
 */
public record WorkloadSpec(
    long firstKey,
    long keys,
    KeyDistributionSpec keyDistribution,
    KeyForm keyForm,
    Distribution fields,
    int updateFields,
    Distribution valueBytes,
    double compressibility,
    long values,
    Distribution scanLength,
    int bulkSize,
    boolean verify,
    boolean ignoreMissing,
    KeyLocality locality,
    @Nullable CustomClass<CustomWorkload> custom) {
  public static final int ALL_FIELDS = Integer.MAX_VALUE;

  /** Creates a workload without a user's class. */
  public WorkloadSpec(
      long firstKey,
      long keys,
      KeyDistributionSpec keyDistribution,
      KeyForm keyForm,
      Distribution fields,
      Distribution valueBytes,
      double compressibility,
      long values,
      Distribution scanLength,
      int bulkSize,
      boolean verify,
      boolean ignoreMissing,
      KeyLocality locality) {
    this(
        firstKey,
        keys,
        keyDistribution,
        keyForm,
        fields,
        ALL_FIELDS,
        valueBytes,
        compressibility,
        values,
        scanLength,
        bulkSize,
        verify,
        ignoreMissing,
        locality,
        null);
  }

  /** Creates a workload without locality whose rows all have the same size. */
  public WorkloadSpec(
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
    this(
        firstKey,
        keys,
        keyDistribution,
        keyForm,
        new Distribution.Constant(fields),
        valueBytes,
        compressibility,
        values,
        scanLength,
        bulkSize,
        verify,
        ignoreMissing,
        KeyLocality.NONE);
  }

  /** Whether updates write only some fields of a row. */
  public boolean updatesFields() {
    return updateFields < fields.maximum();
  }
}
