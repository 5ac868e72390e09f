package org.plimsoll.driver.s3;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The location of a target's objects: a bucket, and a prefix of their names.
 *
 * @param server the host and port of a store that is not Amazon's; null for Amazon S3
 * @param prefix the prefix, which ends with a slash and is never empty, so that other objects in
 *     the bucket are never listed or deleted
 */
record S3Address(@Nullable String server, String bucket, String prefix) {
  private static final int MAX_PORT = 65_535;
  private static final String DEFAULT = "plimsoll";

  /** Valid bucket names, including those with capitals and underscores, which some stores allow. */
  private static final Pattern BUCKET =
      Pattern.compile("(?![0-9.]+$)[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]");

  /** Valid prefixes. The name of an object has at most 1,024 bytes, which also include the key. */
  private static final Pattern PREFIX = Pattern.compile("[^/\\p{Cntrl}][^\\p{Cntrl}]{0,299}");

  private static final Pattern SERVER =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+]):[0-9]{1,5}");
  private static final String ALLOWED =
      "must be BUCKET[/PREFIX] or //HOST:PORT[/BUCKET[/PREFIX]], such as s3:my-bucket/bench";

  /**
   * Parses the part of a target after the scheme.
   *
   * @throws IllegalArgumentException if the address is invalid; the message has the allowed forms
   *     and the value
   */
  static S3Address parse(String address) {
    String[] parts = address.split("/", 2);
    String rest = parts.length == 1 ? "" : parts[1];
    if (!SERVER.matcher(parts[0]).matches()) {
      return of(null, parts[0], rest, address);
    }
    if (Integer.parseInt(parts[0].substring(parts[0].lastIndexOf(':') + 1)) > MAX_PORT) {
      throw refused(address);
    }
    String[] path = rest.split("/", 2);
    return of(
        parts[0], rest.isEmpty() ? DEFAULT : path[0], path.length == 1 ? "" : path[1], address);
  }

  private static S3Address of(
      @Nullable String server, String bucket, String prefix, String address) {
    String stripped = prefix.isEmpty() ? DEFAULT : prefix.replaceFirst("/+$", "");
    if (!BUCKET.matcher(bucket).matches() || !PREFIX.matcher(stripped).matches()) {
      throw refused(address);
    }
    return new S3Address(server, bucket, stripped + "/");
  }

  private static IllegalArgumentException refused(String address) {
    return new IllegalArgumentException("s3: " + ALLOWED + ", was '" + address + "'");
  }
}
