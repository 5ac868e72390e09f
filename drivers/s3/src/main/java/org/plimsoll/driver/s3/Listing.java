package org.plimsoll.driver.s3;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** A listing of names, starting at a key, without values. Pages have at most 1,000 names. */
final class Listing {
  private static final int PAGE = 1_000;

  private final String bucket;
  private final ObjectNames names;
  private final S3Request request;
  private int found;

  Listing(String bucket, ObjectNames names, S3Request request) {
    this.bucket = bucket;
    this.names = names;
    this.request = request;
  }

  void scan(Operation operation) {
    page(ObjectNames.before(names.row(operation.key())), null, operation.scanLength());
  }

  private void page(@Nullable String after, @Nullable String token, int wanted) {
    ListObjectsV2Request list =
        ListObjectsV2Request.builder()
            .bucket(bucket)
            .prefix(names.rows())
            .startAfter(after)
            .continuationToken(token)
            .maxKeys(Math.min(PAGE, wanted - found))
            .build();
    request.send(client -> client.listObjectsV2(list), answer -> take(answer, wanted));
  }

  private void take(ListObjectsV2Response answer, int wanted) {
    found += answer.contents().size();
    String next = answer.nextContinuationToken();
    if (found >= wanted || next == null || !Boolean.TRUE.equals(answer.isTruncated())) {
      request.finish(Outcome.succeeded(found, 0));
    } else {
      page(null, next, wanted);
    }
  }
}
