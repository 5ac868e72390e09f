package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/** A session on a shared connection. Operations complete on the library's threads. */
final class GremlinSession extends SharedSession<Link, Request> {
  private final Requests requests;
  private final Answers answers;
  private final @Nullable ServerTransaction transaction;

  /**
   * Creates a session.
   *
   * @param transaction the transaction; null if steps of transactions are sent like other
   *     operations
   */
  GremlinSession(
      SharedConnection<Link> shared,
      int maxInFlight,
      Requests requests,
      Answers answers,
      @Nullable ServerTransaction transaction) {
    super(shared, maxInFlight);
    this.requests = requests;
    this.answers = answers;
    this.transaction = transaction;
  }

  @Override
  protected Request begin(Completion completion, Link link) {
    return new Request(completion, link(), link);
  }

  @Override
  protected void send(Operation operation, Request request) {
    Answers.Asked asked = Answers.Asked.of(operation, requests.isUsers(operation));
    Requests.Prepared prepared = requests.prepare(operation);
    Function<List<Object>, Outcome> answered = results -> answers.of(asked, results);
    if (transaction == null || operation.place() == Operation.Place.ALONE) {
      request.follow(prepared.sendTo(request.link().client()), answered, Failures::outcome);
    } else {
      request.follow(
          transaction.step(request.link(), operation.place(), prepared, answered),
          outcome -> outcome,
          Failures::outcome);
    }
  }

  @Override
  protected void sendRehearsal(Operation operation, Request request) {
    request.follow(
        requests.rehearse(request.link().client()), _ -> Outcome.succeeded(0), Failures::outcome);
  }

  /** Called when the library has no connection and throws an exception. Nothing was sent. */
  @Override
  protected Outcome notSent(RuntimeException failure) {
    return Failures.outcome(failure).withAttempts(0);
  }

  @Override
  protected void release() {
    if (transaction != null) {
      transaction.end();
    }
    super.release();
  }
}
