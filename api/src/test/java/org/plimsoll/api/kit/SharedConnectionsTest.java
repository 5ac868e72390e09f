package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

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
    assertThat(end.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.enter().pool()).isEqualTo("connection 1");
  }
}
