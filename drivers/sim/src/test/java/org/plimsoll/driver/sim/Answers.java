package org.plimsoll.driver.sim;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestTarget;

/** Sends operations at given times and records their outcomes, in the order of sending. */
final class Answers {
  private final VirtualClock timeline;
  private final Session session;
  private final List<Answer> answers = new ArrayList<>();

  /** The outcome of an operation, and its time. */
  static final class Answer {
    private final long sentNanos;
    private final Ending ending;
    private long nanos = -1;

    Answer(Timeline timeline) {
      this.sentNanos = timeline.nanoTime();
      this.ending = new Ending(() -> nanos = timeline.nanoTime() - sentNanos);
    }

    /** The response time; -1 while there is no answer. */
    long nanos() {
      return nanos;
    }

    Outcome outcome() {
      return ending.outcome();
    }

    int completions() {
      return ending.times();
    }

    List<String> fields() {
      return ending.fieldTexts();
    }
  }

  Answers(VirtualClock timeline, Session session) {
    this.timeline = timeline;
    this.session = session;
  }

  static TestTarget context(Timeline timeline, String... namesAndValues) {
    return new TestTarget(
        new SimDriver(), "", TestTarget.named(namesAndValues), List.of("field0"), timeline);
  }

  Answer send(Operation operation) {
    Answer answer = new Answer(timeline);
    answers.add(answer);
    session.execute(operation, answer.ending);
    return answer;
  }

  /** Rehearses an operation, and records the answer like that of an operation. */
  void rehearse(Operation operation) {
    Answer answer = new Answer(timeline);
    answers.add(answer);
    session.rehearse(operation, answer.ending);
  }

  Answer sendAt(long atNanos, Operation operation) {
    timeline.runUntil(atNanos);
    return send(operation);
  }

  /** The response times of all operations after all have been answered. */
  long[] nanos() {
    timeline.runAll();
    return answers.stream().mapToLong(Answer::nanos).toArray();
  }

  List<Answer> all() {
    return answers;
  }
}
