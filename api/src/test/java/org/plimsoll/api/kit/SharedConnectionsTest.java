package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;

class SharedConnectionsTest {
  private final List<String> opened = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();

  private String connect() {
    opened.add("connection " + opened.size());
    return opened.getLast();
  }

  @Test
  void sessionsShareConnectionsEvenlyAndAReplacementTakesTheFreePlace() throws Exception {
    var connections = new SharedConnections<>(2, this::connect, closed::add);
    var one = connections.join();
    var two = connections.join();
    assertThat(connections.join()).isSameAs(one);
    assertThat(one).isNotSameAs(two);
    connections.leave(two);
    assertThat(connections.join()).isSameAs(two);
    assertThat(opened).hasSize(2);
    connections.close();
    assertThat(closed).containsExactlyElementsOf(opened);
    assertThat(one.current()).isNull();
  }

  @Test
  void aSessionsOwnConnectionIsClosedWithIt() throws Exception {
    var connections = new SharedConnections<>(0, this::connect, closed::add);
    var own = connections.join();
    assertThat(connections.join()).isNotSameAs(own);
    connections.leave(own);
    assertThat(closed).containsExactly("connection 0");
  }

  @Test
  void aSessionLeavesItsConnectionWhenItIsClosed() throws Exception {
    var connections = new SharedConnections<>(0, this::connect, closed::add);
    Session session = connections.openSession(Session::new);
    assertThat(session.maxInFlight()).isEqualTo(3);
    session.close();
    session.close();
    assertThat(closed).containsExactly("connection 0");
  }

  @Test
  void sessionsAreClosedBeforeTheirConnections() throws Exception {
    var connections = new SharedConnections<>(1, this::connect, closed::add);
    Session one = connections.openSession(Session::new);
    Session two = connections.openSession(Session::new);
    connections.closeSessions();
    assertThat(one.isClosed() && two.isClosed()).isTrue();
    assertThat(closed).isEmpty();
    Session three = connections.openSession(Session::new);
    connections.close();
    assertThat(three.isClosed()).isTrue();
    assertThat(closed).containsExactly("connection 0");
  }

  @Test
  void aConnectionOnWhichNoSessionCanBeMadeIsLeft() {
    var connections = new SharedConnections<>(0, this::connect, closed::add);
    assertThatThrownBy(() ->
            connections.<Session>openSession(_ -> {
              throw new IOException("no transaction");
            }))
        .hasMessage("no transaction");
    assertThat(closed).containsExactly("connection 0");
  }

  @Test
  void operationsAreSentOnTheCurrentConnectionAndOnNoneThatIsClosed() throws Exception {
    var connections = new SharedConnections<>(1, this::connect, closed::add);
    Session session = connections.openSession(Session::new);
    AsyncSessionTest.Answer answer = new AsyncSessionTest.Answer();
    session.execute(AsyncSessionTest.Nothing.IN_PARTICULAR, answer);
    connections.join().close();
    session.execute(AsyncSessionTest.Nothing.IN_PARTICULAR, answer);
    assertThat(session.sentOn).containsExactly("connection 0");
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly(null, "closed");
  }

  /** A session that answers each operation at once. */
  private static final class Session extends SharedSession<String, InFlight> {
    private final List<String> sentOn = new ArrayList<>();

    Session(SharedConnection<String> link) {
      super(link, 3);
    }

    @Override
    protected InFlight begin(Completion completion, String connection) {
      sentOn.add(connection);
      return new InFlight(completion);
    }

    @Override
    protected void send(Operation operation, InFlight flight) {
      flight.finish(Outcome.succeeded(0));
    }
  }

  @Test
  void aFailedConnectionReleasesItsPlace() throws Exception {
    var connections =
        new SharedConnections<String>(
            2,
            () -> {
              throw new IOException("refused");
            },
            closed::add);
    assertThatThrownBy(connections::join).hasMessage("refused");
    assertThatThrownBy(connections::join).hasMessage("refused");
    assertThatThrownBy(connections::join).hasMessage("refused");
  }

  @Test
  void aSuspectConnectionIsReplacedOnce() throws Exception {
    var connection = new SharedConnection<>(this::connect, closed::add);
    String stuck = connection.open();
    assertThat(connection.open()).isSameAs(stuck);
    connection.suspect(stuck);
    String fresh = connection.open();
    assertThat(fresh).isNotEqualTo(stuck);
    assertThat(closed).containsExactly(stuck);
    connection.suspect(stuck);
    assertThat(connection.open()).isSameAs(fresh);
    assertThat(opened).hasSize(2);
  }

  @Test
  void aNewConnectionIsNotSuspectBecauseOfOperationsThatWereAbandonedWithTheFormerOne()
      throws Exception {
    AtomicLong nanos = new AtomicLong();
    var connection = new SharedConnection<>(this::connect, closed::add, nanos::get);
    String stuck = connection.open();
    connection.abandoned(stuck);
    String fresh = connection.open();
    assertThat(fresh).isNotEqualTo(stuck);
    nanos.addAndGet(SharedConnection.YOUNG_NANOS - 1);
    connection.abandoned(fresh);
    assertThat(connection.open()).isSameAs(fresh);
    nanos.incrementAndGet();
    connection.abandoned(fresh);
    assertThat(connection.open()).isNotEqualTo(fresh);
    assertThat(closed).containsExactly(stuck, fresh);
  }

  @Test
  void aConnectionOpenedAfterTheCloseIsClosedAtOnce() throws Exception {
    var connection = new SharedConnection<>(this::connect, closed::add);
    connection.close();
    assertThat(connection.open()).isEqualTo("connection 0");
    assertThat(closed).containsExactly("connection 0");
    assertThat(connection.current()).isNull();
  }

  @Test
  void aSuspectedPoolIsClosedWhenItsLastCallHasEnded() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    var pool = new SharedPool<>(this::connect, _ -> end.countDown());
    var given = pool.enter();
    var other = pool.enter();
    pool.renewIfSuspect();
    assertThat(pool.current()).isEqualTo("connection 0");
    pool.suspect(given);
    pool.renewIfSuspect();
    given.leave();
    assertThat(pool.current()).isEqualTo("connection 1");
    assertThat(end.getCount()).isEqualTo(1);
    other.leave();
    assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.enter().pool()).isEqualTo("connection 1");
  }

  @Test
  void aPoolThatIsReplacedIsClosedWhenItsLastCallHasEnded() throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    var pool = new SharedPool<>(this::connect, ends::add);
    var call = pool.enter();
    pool.suspect(call);
    pool.replace("ready");
    pool.renewIfSuspect(); // what was suspected is replaced already
    assertThat(pool.current()).isEqualTo("ready");
    assertThat(ends).isEmpty();
    call.leave();
    assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo("connection 0");
    pool.close();
    pool.replace("late");
    assertThat(ends).containsExactly("ready", "late");
  }
}
