package org.plimsoll.driver.s3;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A multipart upload of one row. It creates the upload, sends the parts, some of them in parallel,
 * and completes the upload. If this fails, the upload is aborted, because a store keeps the parts
 * of unfinished uploads.
 */
final class MultipartWrite {
  private final S3Clients clients;
  private final String bucket;
  private final String name;
  private final byte[] value;
  private final Tuning tuning;
  private final S3Request request;
  private final int count;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger left;
  private final AtomicReferenceArray<CompletedPart> parts;

  MultipartWrite(
      S3Clients clients,
      String bucket,
      String name,
      byte[] value,
      Tuning tuning,
      S3Request request) {
    this.clients = clients;
    this.bucket = bucket;
    this.name = name;
    this.value = value;
    this.tuning = tuning;
    this.request = request;
    count = Math.max(1, Math.ceilDiv(value.length, tuning.partBytes()));
    left = new AtomicInteger(count);
    parts = new AtomicReferenceArray<>(count);
  }

  void start(long payloadBytes) {
    CreateMultipartUploadRequest create =
        CreateMultipartUploadRequest.builder()
            .bucket(bucket)
            .key(name)
            .checksumAlgorithm(tuning.checksum())
            .storageClass(tuning.storageClass())
            .build();
    request.send(
        client -> client.createMultipartUpload(create),
        answer -> {
          String upload = answer.uploadId();
          request.undoBy(() -> abort(upload));
          for (int i = 0; i < Math.min(count, tuning.partsInFlight()); i++) {
            sendPart(upload, payloadBytes);
          }
        });
  }

  private void sendPart(String upload, long payloadBytes) {
    int index = next.getAndIncrement();
    if (index >= count) {
      return;
    }
    int offset = index * tuning.partBytes();
    int length = Math.min(tuning.partBytes(), value.length - offset);
    UploadPartRequest part =
        UploadPartRequest.builder()
            .bucket(bucket)
            .key(name)
            .uploadId(upload)
            .partNumber(index + 1)
            .checksumAlgorithm(tuning.checksum())
            .build();
    AsyncRequestBody body =
        AsyncRequestBody.fromByteBufferUnsafe(ByteBuffer.wrap(value, offset, length).slice());
    request.send(
        client -> client.uploadPart(part, body),
        answer -> {
          parts.set(index, completed(index, answer));
          if (left.decrementAndGet() == 0) {
            complete(upload, payloadBytes);
          } else {
            sendPart(upload, payloadBytes);
          }
        });
  }

  private static CompletedPart completed(int index, UploadPartResponse answer) {
    return CompletedPart.builder()
        .partNumber(index + 1)
        .eTag(answer.eTag())
        .checksumCRC32(answer.checksumCRC32())
        .checksumCRC32C(answer.checksumCRC32C())
        .checksumSHA1(answer.checksumSHA1())
        .checksumSHA256(answer.checksumSHA256())
        .build();
  }

  private void complete(String upload, long payloadBytes) {
    List<CompletedPart> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(parts.get(i));
    }
    CompleteMultipartUploadRequest complete =
        CompleteMultipartUploadRequest.builder()
            .bucket(bucket)
            .key(name)
            .uploadId(upload)
            .multipartUpload(its -> its.parts(all))
            .build();
    request.send(
        client -> client.completeMultipartUpload(complete),
        _ -> request.finish(Outcome.succeeded(payloadBytes)));
  }

  /** Aborts the upload without waiting for the answer, because the operation has ended. */
  private void abort(String upload) {
    var pool = clients.pools().enter();
    try {
      var _ =
          pool.pool()
              .s3()
              .abortMultipartUpload(abort -> abort.bucket(bucket).key(name).uploadId(upload))
              .whenComplete((_, _) -> pool.leave());
    } catch (RuntimeException e) {
      pool.leave(); // The client has been closed.
    }
  }
}
