package org.plimsoll.driver.s3;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * The current values of the live settings.
 *
 * @param checksum the checksum; null if none is sent
 * @param storageClass the storage class; null for the default of the bucket
 * @param range the value of the header {@code Range} for range reads
 */
record Tuning(
    boolean conditionalInsert,
    @Nullable ChecksumAlgorithm checksum,
    boolean verifiesChecksum,
    @Nullable StorageClass storageClass,
    int partBytes,
    int partsInFlight,
    String range) {
  static Tuning of(SettingValues settings) {
    return new Tuning(
        settings.get(S3Settings.CONDITIONAL_INSERT),
        settings.get(S3Settings.CHECKSUM).algorithm(),
        settings.get(S3Settings.VERIFY_CHECKSUM),
        settings.get(S3Settings.STORAGE_CLASS).storageClass(),
        Math.toIntExact(settings.get(S3Settings.PART_SIZE)),
        Math.toIntExact(settings.get(S3Settings.PARTS_IN_FLIGHT)),
        range(settings));
  }

  private static String range(SettingValues settings) {
    long bytes = settings.get(S3Settings.RANGE_BYTES);
    if (settings.get(S3Settings.RANGE_FROM) == RangeFrom.END) {
      return "bytes=-" + bytes;
    }
    long offset = settings.get(S3Settings.RANGE_OFFSET);
    return "bytes=" + offset + "-" + Math.addExact(offset, bytes - 1);
  }
}
