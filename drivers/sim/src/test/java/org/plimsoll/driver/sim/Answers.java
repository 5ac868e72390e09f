package org.plimsoll.driver.sim;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/** Sends operations at given times and keeps what came back, in the order of arrival. */
final class Answers {
  private final VirtualTimeline timeline;
  private final Session session;
  private final List<Answer> answers = new ArrayList<>();

  /** One operation, whose completion may be called once. */
  static final class Answer implements Completion {
    private final VirtualTimeline timeline;
    private final long sentNanos;
    long nanos = -1;
    Outcome outcome = Outcome.failed("unanswered");
    int completions;
    final List<String> fields = new ArrayList<>();

    Answer(VirtualTimeline timeline) {
      this.timeline = timeline;
      this.sentNanos = timeline.nanoTime();
    }

    @Override
    public void started() {}

    @Override
    public void complete(Outcome newOutcome) {
      nanos = timeline.nanoTime() - sentNanos;
      outcome = newOutcome;
      completions++;
      Outcome.ReadRows rows = newOutcome.rows();
      if (rows != null) {
        rows.forEachField((item, name, bytes, offset, length) ->
            fields.add(
                item
                    + ":"
                    + name
                    + "="
                    + new String(bytes, offset, length, StandardCharsets.UTF_8)));
      }
    }
  }

  Answers(VirtualTimeline timeline, Session session) {
    this.timeline = timeline;
    this.session = session;
  }

  Answer send(Operation operation) {
    Answer answer = new Answer(timeline);
    answers.add(answer);
    session.execute(operation, answer);
    return answer;
  }

  Answer sendAt(long atNanos, Operation operation) {
    timeline.runUntil(atNanos);
    return send(operation);
  }

  /** The waits of all operations, once all have been answered. */
  long[] nanos() {
    timeline.runAll();
    return answers.stream().mapToLong(answer -> answer.nanos).toArray();
  }

  List<Answer> all() {
    return answers;
  }
}
