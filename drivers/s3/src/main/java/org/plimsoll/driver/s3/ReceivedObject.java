package org.plimsoll.driver.s3;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Timeline;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Receives the content of an object in one array, and measures the time to its first byte. */
final class ReceivedObject
    implements AsyncResponseTransformer<GetObjectResponse, ReceivedObject>, Subscriber<ByteBuffer> {
  private static final int FIRST_BYTES = 8_192;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private final Timeline timeline;
  private final DriverContext.Timing firstByte;
  private final long startNanos;
  private final CompletableFuture<ReceivedObject> complete = new CompletableFuture<>();
  private byte[] bytes = new byte[0];
  private int length;

  /** Starts the measurement. The request is sent next. */
  ReceivedObject(Timeline timeline, DriverContext.Timing firstByte) {
    this.timeline = timeline;
    this.firstByte = firstByte;
    startNanos = timeline.nanoTime();
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  @Override
  public CompletableFuture<ReceivedObject> prepare() {
    return complete;
  }

  @Override
  public void onResponse(GetObjectResponse response) {
    Long announced = response.contentLength();
    if (announced != null && announced > MOST_BYTES) {
      complete.completeExceptionally(
          new UnsupportedOperationException(
              "an object above 2 GiB can only be read in parts: use range-read"));
    } else if (announced != null) {
      bytes = new byte[announced.intValue()];
    }
  }

  @Override
  public void onStream(SdkPublisher<ByteBuffer> publisher) {
    publisher.subscribe(this);
  }

  @Override
  public void exceptionOccurred(Throwable failure) {
    complete.completeExceptionally(failure);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (complete.isDone()) {
      subscription.cancel();
    } else {
      subscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(ByteBuffer some) {
    int count = some.remaining();
    if (length == 0 && count > 0) {
      firstByte.record(timeline.nanoTime() - startNanos);
    }
    if (bytes.length - length < count) {
      int wanted = Math.max(Math.addExact(length, count), Math.max(FIRST_BYTES, 2 * length));
      bytes = Arrays.copyOf(bytes, wanted);
    }
    some.get(bytes, length, count);
    length += count;
  }

  @Override
  public void onError(Throwable failure) {
    complete.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    complete.complete(this);
  }
}
