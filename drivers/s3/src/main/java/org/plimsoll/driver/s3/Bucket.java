package org.plimsoll.driver.s3;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.driver.aws.AwsErrors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/** Creates, counts, truncates and drops the bucket. All methods wait for the answers. */
final class Bucket {
  /** The region that a request to create a bucket must omit. */
  private static final String UNNAMED_REGION = "us-east-1";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_COUNTED_PAGES = 100;

  private final S3Clients clients;
  private final String name;
  private final ObjectNames names;
  private final SchemaUse use;
  private volatile boolean created;

  Bucket(S3Clients clients, String name, ObjectNames names, SchemaUse use) {
    this.clients = clients;
    this.name = name;
    this.names = names;
    this.use = use;
  }

  /** Lists at most one row. Returns null if the bucket does not exist. */
  @Nullable ListObjectsV2Response check(Duration patience) throws IOException {
    try {
      return S3Failures.ERRORS.answer(
          clients.s3().listObjectsV2(list -> list.bucket(name).prefix(names.rows()).maxKeys(1)),
          patience,
          clients.where(),
          Bucket::isMissing);
    } catch (AwsServiceException e) {
      return null;
    }
  }

  /**
   * Creates the bucket if it is missing. Deletes the rows of a previous run, if the setting {@code
   * schema} requires it.
   */
  void create() throws IOException {
    if (check(PATIENCE) != null) {
      if (use.dropsFirst()) {
        deleteRows();
      }
      return;
    }
    if (use == SchemaUse.NONE) {
      throw new IOException(clients.where() + " has no bucket '" + name + "', and schema is none");
    }
    CreateBucketRequest.Builder create = CreateBucketRequest.builder().bucket(name);
    if (!clients.region().equals(UNNAMED_REGION)) {
      create.createBucketConfiguration(its -> its.locationConstraint(clients.region()));
    }
    try {
      var _ = answer(clients.s3().createBucket(create.build()), Bucket::isThere);
      created = true;
    } catch (AwsServiceException e) {
      // Another generator of the fleet has created it at the same time.
    }
  }

  /**
   * Deletes the rows if {@code schema=temporary}, and also the bucket if this run has created it.
   */
  void dropIfTemporary() throws IOException {
    if (use != SchemaUse.TEMPORARY) {
      return;
    }
    deleteRows();
    if (created) {
      try {
        var _ = answer(clients.s3().deleteBucket(delete -> delete.bucket(name)), Bucket::isMissing);
      } catch (AwsServiceException e) {
        // Another generator of the fleet has dropped it.
      }
    }
  }

  /** Returns the number of rows, or empty if counting them would take more than a few seconds. */
  OptionalLong count() throws IOException {
    long rows = 0;
    String token = null;
    for (int i = 0; i < MOST_COUNTED_PAGES; i++) {
      ListObjectsV2Response page = page(names.rows(), token);
      if (page == null) {
        return OptionalLong.of(0);
      }
      rows += page.contents().size();
      token = page.nextContinuationToken();
      if (token == null) {
        return OptionalLong.of(rows);
      }
    }
    return OptionalLong.empty();
  }

  /** Deletes the rows and their copies, with one request for each page of names. */
  void deleteRows() throws IOException {
    for (String prefix : List.of(names.rows(), names.copies())) {
      ListObjectsV2Response page = page(prefix, null);
      while (page != null && !page.contents().isEmpty()) {
        delete(
            page.contents().stream()
                .map(object -> ObjectIdentifier.builder().key(object.key()).build())
                .toList());
        page = page(prefix, null);
      }
    }
  }

  private void delete(List<ObjectIdentifier> objects) throws IOException {
    DeleteObjectsResponse deleted =
        answer(
            clients
                .s3()
                .deleteObjects(
                    delete -> delete.bucket(name).delete(its -> its.objects(objects).quiet(true))),
            _ -> false);
    if (deleted.hasErrors() && !deleted.errors().isEmpty()) {
      var first = deleted.errors().getFirst();
      throw new IOException(
          "%s cannot delete '%s': %s: %s"
              .formatted(clients.where(), first.key(), first.code(), first.message()));
    }
  }

  /** Returns a page of names, or null if the bucket does not exist. */
  private @Nullable ListObjectsV2Response page(String prefix, @Nullable String token)
      throws IOException {
    try {
      return answer(
          clients
              .s3()
              .listObjectsV2(list -> list.bucket(name).prefix(prefix).continuationToken(token)),
          Bucket::isMissing);
    } catch (AwsServiceException e) {
      return null;
    }
  }

  private static boolean isMissing(AwsServiceException error) {
    return error.statusCode() == 404;
  }

  private static boolean isThere(AwsServiceException error) {
    return AwsErrors.errorCode(error).equals("BucketAlreadyOwnedByYou");
  }

  private <T> T answer(CompletableFuture<T> call, Predicate<AwsServiceException> passed)
      throws IOException {
    return S3Failures.ERRORS.answer(call, PATIENCE, clients.where(), passed);
  }
}
