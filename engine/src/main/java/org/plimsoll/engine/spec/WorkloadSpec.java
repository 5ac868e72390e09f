package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.custom.CustomWorkload;

/**
 * Which keys and rows operations have.
 *
 * @param firstKey number of the first key
 * @param keys number of keys that exist before the first insert
 * @param fields fields of a row
 * @param updateFields how many of them an update writes; {@link #ALL_FIELDS}: the row whole
 * @param valueBytes bytes of one field
 * @param compressibility share of a value's bytes that repeat, 0 (random) to 1
 * @param values number of distinct values drawn from; 0 = as many as operations
 * @param scanLength rows that a scan asks for
 * @param bulkSize items of a bulk operation
 * @param verify whether what is read is checked
 * @param ignoreMissing whether reads that found nothing go unreported
 * @param locality which keys are asked for again, and when
 * @param custom says what operations are, and of which keys; null where the mix and the
 *     distribution do
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

  /** A workload of the operations of a mix. */
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

  /** A workload without locality over time whose rows are alike. */
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

  /** Whether updates leave some fields of a row as they are. */
  public boolean updatesFields() {
    return updateFields < fields.maximum();
  }
}
