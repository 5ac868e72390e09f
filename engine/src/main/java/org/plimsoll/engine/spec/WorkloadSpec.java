package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.custom.CustomWorkload;

/**
 * The keys and rows of a workload's operations.
 *
 * @param scanLength number of rows that a scan requests
 * @param bulkSize number of items of a bulk operation; the distribution has a maximum
 * @param verify whether rows that are read are verified
 * @param ignoreMissing whether reads of absent rows are accepted without a report
 * @param custom user's class that chooses operations and keys; null if the mix and the key
 *     distribution choose them
 */
public record WorkloadSpec(
    Keys keys,
    Rows rows,
    Distribution scanLength,
    Distribution bulkSize,
    boolean verify,
    boolean ignoreMissing,
    @Nullable CustomClass<CustomWorkload> custom) {
  public static final int ALL_FIELDS = Integer.MAX_VALUE;

  /** Creates a workload with bulks of one size and without a user's class. */
  public WorkloadSpec(
      Keys keys,
      Rows rows,
      Distribution scanLength,
      int bulkSize,
      boolean verify,
      boolean ignoreMissing) {
    this(keys, rows, scanLength, new Distribution.Constant(bulkSize), verify, ignoreMissing, null);
  }

  /** Creates a workload without a user's class. */
  public WorkloadSpec(
      Keys keys,
      Rows rows,
      Distribution scanLength,
      Distribution bulkSize,
      boolean verify,
      boolean ignoreMissing) {
    this(keys, rows, scanLength, bulkSize, verify, ignoreMissing, null);
  }

  /**
   * The keys of a workload.
   *
   * @param first number of the first key
   * @param count number of keys that exist before the first insert
   * @param locality locality of requests over time
   */
  public record Keys(
      long first,
      long count,
      KeyDistributionSpec distribution,
      KeyForm form,
      KeyLocality locality) {
    /** Creates keys without locality. */
    public Keys(long first, long count, KeyDistributionSpec distribution, KeyForm form) {
      this(first, count, distribution, form, KeyLocality.NONE);
    }
  }

  /**
   * The rows of a workload.
   *
   * @param fields number of fields of a row
   * @param updateFields number of fields that an update writes; the whole row from {@link
   *     #ALL_FIELDS} on
   * @param valueBytes bytes of one field
   * @param compressibility share of a value's bytes that repeat, 0 (random) to 1
   * @param values number of distinct values; 0 = one per operation
   */
  public record Rows(
      Distribution fields,
      Distribution updateFields,
      Distribution valueBytes,
      double compressibility,
      long values) {
    /** Creates rows in which each update writes the same number of fields. */
    public Rows(
        Distribution fields,
        int updateFields,
        Distribution valueBytes,
        double compressibility,
        long values) {
      this(fields, new Distribution.Constant(updateFields), valueBytes, compressibility, values);
    }

    /** Creates rows that are updated as a whole. */
    public Rows(Distribution fields, Distribution valueBytes, double compressibility, long values) {
      this(fields, ALL_FIELDS, valueBytes, compressibility, values);
    }

    /** Whether updates write only some fields of a row. */
    public boolean updatesFields() {
      return updateFields.lowerBound() < fields.maximum();
    }
  }
}
