package org.plimsoll.driver.s3;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Removes the header {@code Expect: 100-continue}, which the SDK adds to each request with a body,
 * and for which it has no setting. With it, the body is sent when the store has answered to the
 * headers: one more round trip.
 */
final class Expectation implements ExecutionInterceptor {
  private static final String HEADER = "Expect";

  private volatile boolean wanted;

  Expectation(boolean wanted) {
    this.wanted = wanted;
  }

  void want(boolean now) {
    wanted = now;
  }

  @Override
  public SdkHttpRequest modifyHttpRequest(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    SdkHttpRequest request = context.httpRequest();
    return wanted || request.firstMatchingHeader(HEADER).isEmpty()
        ? request
        : request.toBuilder().removeHeader(HEADER).build();
  }
}
