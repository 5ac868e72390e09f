package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.driver.evcache.ReadTraces.Trace;

/** Tests that a request has one end, if its answer arrives while the client gives it up. */
class ReadTracesTest {
  private static final OperationStatus FOUND = new OperationStatus(true, "", StatusCode.SUCCESS);

  private final ReadTraces traces = new ReadTraces();
  private final ReadTraces.Requests requests = traces.new Requests();
  private final Trace trace = traces.begin();

  /** What the client itself does with an answer. */
  private static final GetOperation.Callback CLIENT =
      new GetOperation.Callback() {
        @Override
        public void gotData(String key, int flags, byte[] data) {}

        @Override
        public void receivedStatus(OperationStatus status) {}

        @Override
        public void complete() {}
      };

  private static void answer(OperationCallback callback) {
    callback.receivedStatus(FOUND);
    callback.complete();
  }

  @Test
  void anAnswerIsNotLostIfItsRequestIsCancelledLater() {
    GetOperation one = requests.get("a", CLIENT);
    answer(one.getCallback());
    one.cancel();
    assertThat(trace.isLost()).isFalse();
    GetOperation bulk = requests.get(List.of("a", "b"), CLIENT);
    answer(bulk.getCallback());
    bulk.cancel();
    assertThat(trace.bulkFailure()).isNull();
  }

  @Test
  void aCancelledRequestIsLostEvenIfItsAnswerArrivesLater() {
    GetOperation one = requests.get("a", CLIENT);
    one.cancel();
    answer(one.getCallback());
    assertThat(trace.isLost()).isTrue();
    GetOperation bulk = requests.get(List.of("a", "b"), CLIENT);
    bulk.cancel();
    answer(bulk.getCallback());
    assertThat(trace.bulkFailure()).isEqualTo(Common.CONNECTION_LOST);
  }

  @Test
  void onlyTheLastRequestOfAReadCounts() {
    requests.get("a", CLIENT).cancel();
    assertThat(trace.isLost()).isTrue();
    answer(requests.get("a", CLIENT).getCallback());
    assertThat(trace.isLost()).isFalse();
  }
}
