package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.settings.RunRequest;

/** A generator that is granted the operations of its measurement in ranges. */
class OperationsOfAFleetTest extends FleetRuns implements Quota.Listener {
  private static final ShareTable HALF = table(1, 1);

  private final List<FillRange> used = new ArrayList<>();
  private final List<FillRange> returned = new ArrayList<>();
  private final AtomicReference<Quota> quota = new AtomicReference<>();
  private final ScriptedSeat seat = new ScriptedSeat(0, HALF);

  @Override
  public void used(FillRange range) {
    used.add(range);
  }

  @Override
  public void returned(FillRange range) {
    returned.add(range);
  }

  private Done granted(RunRequest request, Script script) throws Exception {
    quota.set(new Quota(this));
    seat.grants(quota.get());
    quota.get().granted(range(0, 100));
    return run(request, seat, script);
  }

  private static FillRange range(long from, long to) {
    return new FillRange(from, to, false);
  }

  /** Grants another range and tells that it is the last one, a while after the first is used up. */
  private void grantLater(Stage stage) {
    stage.at(500, () -> quota.get().granted(range(400, 500)));
    stage.at(1_500, () -> quota.get().end());
  }

  @Test
  void workersSendWhatIsGrantedAndEndWhenNothingIsLeft() throws Exception {
    Done done =
        granted(request("workers=4 ops=1000 for= key-distribution=sequential"), this::grantLater);

    List<Long> keys = done.sent().stream().map(Sent::key).sorted().toList();
    assertThat(keys)
        .containsExactlyElementsOf(
            LongStream.concat(LongStream.range(0, 100), LongStream.range(400, 500))
                .boxed()
                .toList());
    assertThat(done.summary().accounting().scheduled()).isEqualTo(200);
    assertThat(used).containsExactly(range(0, 100), range(400, 500));
    // Two workers send one operation a millisecond each, and the second range follows at 500 ms.
    assertThat(done.sent().getLast().atNanos()).isCloseTo(nanos(549), within(nanos(10)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workers=4 ops=1000 for= warmup=200ms",
        "rate=5000 model=paced workers=4 when-full=hold ops=1000 for=",
        "rate=5000 max-in-flight=4 when-full=hold ops=1000 for= warmup=200ms"
      })
  void theMeasurementHasWhatIsGranted(String load) throws Exception {
    Done done = granted(request(load), this::grantLater);

    assertThat(done.summary().accounting().scheduled()).isEqualTo(200);
    assertThat(done.summary().accounting().errors().notSent()).isZero();
  }

  @Test
  void whatIsLeftWhenTheTimeIsOverIsReturned() throws Exception {
    Done done =
        granted(
            request("workers=4 ops=1000 for=30ms"),
            stage -> stage.at(60, () -> quota.get().close()));

    long sent = done.summary().accounting().scheduled();
    assertThat(sent).isBetween(50L, 70L);
    quota.get().close();
    assertThat(returned.stream().mapToLong(FillRange::size).sum()).isEqualTo(100 - sent);
  }
}
