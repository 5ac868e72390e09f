package org.plimsoll.driver.s3;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * The storage class of new objects. Only classes whose objects can be read immediately are allowed.
 */
enum StoredAs {
  /** The default of the bucket. Requests do not specify a class. */
  DEFAULT,
  STANDARD,
  STANDARD_IA,
  ONEZONE_IA,
  INTELLIGENT_TIERING,
  GLACIER_IR,
  REDUCED_REDUNDANCY,
  EXPRESS_ONEZONE;

  @Nullable StorageClass storageClass() {
    return this == DEFAULT ? null : StorageClass.fromValue(name());
  }
}
