package org.plimsoll.driver.s3;

import java.util.function.Function;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.api.kit.RowFrame;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadBucketRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** Converts operations to S3 requests, and answers to outcomes. */
final class ObjectRequests {
  static final OperationType RANGE_READ = OperationType.reading("range-read");
  static final OperationType HEAD = OperationType.reading("head");
  static final OperationType COPY =
      new OperationType("copy", OperationType.Side.WRITES, false, false);
  static final OperationType MULTIPART_WRITE = OperationType.writing("multipart-write");

  private final String bucket;
  private final ObjectNames names;
  private final RowFrame frame;
  private final S3Clients clients;
  private final Timeline timeline;
  private final DriverContext.Timing firstByte;
  private volatile Tuning tuning;

  ObjectRequests(String bucket, ObjectNames names, S3Clients clients, DriverContext context) {
    this.bucket = bucket;
    this.names = names;
    this.clients = clients;
    frame = new RowFrame(context.fieldNames());
    timeline = context.timeline();
    firstByte = context.timing("first-byte");
    tuning = Tuning.of(context.settings());
  }

  void settingsChanged(SettingValues settings) {
    tuning = Tuning.of(settings);
  }

  void send(Operation operation, S3Request request) {
    switch (operation.type().kind()) {
      case READ -> read(operation, request);
      case INSERT -> put(operation, request, tuning.conditionalInsert());
      case UPDATE -> put(operation, request, false);
      case DELETE -> delete(operation, request);
      case SCAN -> new Listing(bucket, names, request).scan(operation);
      case BULK_READ, BULK_WRITE, READ_MODIFY_WRITE, OWN -> sendOwn(operation, request);
    }
  }

  /** Checks whether the bucket exists, which accesses no object. */
  void rehearse(S3Request request) {
    HeadBucketRequest head = HeadBucketRequest.builder().bucket(bucket).build();
    request.send(client -> client.headBucket(head), _ -> request.finish(Outcome.succeeded(0)));
  }

  private void sendOwn(Operation operation, S3Request request) {
    OperationType type = operation.type();
    if (type.equals(RANGE_READ)) {
      readRange(operation, request);
    } else if (type.equals(HEAD)) {
      head(operation, request);
    } else if (type.equals(COPY)) {
      copy(operation, request);
    } else if (type.equals(MULTIPART_WRITE)) {
      byte[] value = frame.encode(operation.row());
      new MultipartWrite(clients, bucket, names.row(operation.key()), value, tuning, request)
          .start(operation.row().totalBytes());
    } else {
      request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private void read(Operation operation, S3Request request) {
    GetObjectRequest.Builder get =
        GetObjectRequest.builder().bucket(bucket).key(names.row(operation.key()));
    if (tuning.verifiesChecksum()) {
      get.checksumMode(ChecksumMode.ENABLED);
    }
    get(get.build(), request, received -> frame.found(received.bytes(), received.length()));
  }

  /** Reads a part of an object. The part is not a row that could be verified. */
  private void readRange(Operation operation, S3Request request) {
    GetObjectRequest get =
        GetObjectRequest.builder()
            .bucket(bucket)
            .key(names.row(operation.key()))
            .range(tuning.range())
            .build();
    get(get, request, received -> Outcome.succeeded(received.length()));
  }

  private void get(
      GetObjectRequest get, S3Request request, Function<ReceivedObject, Outcome> outcome) {
    request.send(
        client -> client.getObject(get, new ReceivedObject(timeline, firstByte)),
        received -> request.finish(outcome.apply(received)));
  }

  private void head(Operation operation, S3Request request) {
    HeadObjectRequest head =
        HeadObjectRequest.builder().bucket(bucket).key(names.row(operation.key())).build();
    request.send(client -> client.headObject(head), _ -> request.finish(Outcome.succeeded(0)));
  }

  private void put(Operation operation, S3Request request, boolean onlyIfAbsent) {
    long payloadBytes = operation.row().totalBytes();
    Tuning now = tuning;
    PutObjectRequest.Builder put =
        PutObjectRequest.builder()
            .bucket(bucket)
            .key(names.row(operation.key()))
            .checksumAlgorithm(now.checksum())
            .storageClass(now.storageClass());
    if (onlyIfAbsent) {
      put.ifNoneMatch("*");
    }
    // A copy, because the SDK may still read it after the operation was abandoned.
    AsyncRequestBody body = AsyncRequestBody.fromBytesUnsafe(frame.encode(operation.row()));
    request.send(
        client -> client.putObject(put.build(), body),
        _ -> request.finish(Outcome.succeeded(payloadBytes)));
  }

  private void delete(Operation operation, S3Request request) {
    DeleteObjectRequest delete =
        DeleteObjectRequest.builder().bucket(bucket).key(names.row(operation.key())).build();
    request.send(client -> client.deleteObject(delete), _ -> request.finish(Outcome.succeeded(0)));
  }

  private void copy(Operation operation, S3Request request) {
    CopyObjectRequest copy =
        CopyObjectRequest.builder()
            .sourceBucket(bucket)
            .sourceKey(names.row(operation.key()))
            .destinationBucket(bucket)
            .destinationKey(names.copy(operation.key()))
            .storageClass(tuning.storageClass())
            .build();
    request.send(client -> client.copyObject(copy), _ -> request.finish(Outcome.succeeded(0)));
  }
}
