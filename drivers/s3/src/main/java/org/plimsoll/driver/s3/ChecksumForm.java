package org.plimsoll.driver.s3;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;

/** The checksum that is sent with an object. The store verifies and keeps it. */
enum ChecksumForm {
  NONE(null),
  CRC32(ChecksumAlgorithm.CRC32),
  CRC32C(ChecksumAlgorithm.CRC32_C),
  SHA1(ChecksumAlgorithm.SHA1),
  SHA256(ChecksumAlgorithm.SHA256);

  private final @Nullable ChecksumAlgorithm algorithm;

  ChecksumForm(@Nullable ChecksumAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  @Nullable ChecksumAlgorithm algorithm() {
    return algorithm;
  }
}
