package org.plimsoll.driver.dynamodb;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.aws.AwsRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** An operation in flight, whose calls go to DynamoDB or to DAX. */
final class Request extends AwsRequest<Pool> {
  private final AwsClients clients;
  private final DriverContext.Counter throttles;

  Request(Completion completion, AwsClients clients, DriverContext.Counter throttles) {
    super(completion, clients.pools());
    this.clients = clients;
    this.throttles = throttles;
  }

  /** Sends a call. If the call fails, the operation fails. */
  <T> void send(Function<DynamoDbAsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    sendBy(pool -> call.apply(clients.operations(pool)), onAnswer);
  }

  /** Sends a call like {@link #send}, but never through a cache. */
  <T> void sendDirectly(
      Function<DynamoDbAsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    sendBy(pool -> call.apply(pool.dynamo()), onAnswer);
  }

  @Override
  protected Outcome failed(Throwable failure) {
    FailureCode code = Failures.ERRORS.codeOf(failure);
    if (Failures.isThrottle(code) && !hasEnded()) {
      throttles.add(1);
    }
    return Outcome.failed(code, failure);
  }
}
