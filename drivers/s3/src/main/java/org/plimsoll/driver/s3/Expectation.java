package org.plimsoll.driver.s3;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Removes the header {@code Expect: 100-continue}. The SDK adds it to each request with a body, and
 * has no setting to disable it. With this header, the body is sent only after the store has
 * answered the headers, which takes an additional round trip.
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
