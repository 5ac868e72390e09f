package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.settings.RunRequest;

/**
 * Three generators whose virtual times advance together, and which tell each other of their inserts
 * ten times a second.
 */
class InsertsOfAFleetTest extends FleetRuns {
  private static final int GENERATORS = 3;
  private static final long KEYS = 1_000;
  private static final String FAILING = "sim:?service=exponential(5ms)&error-rate=0.1";

  /** Where generators meet at the same virtual time. */
  private static final class Exchange {
    private static final int EACH_MILLIS = 100;
    private static final int END_MILLIS = 2_000;

    private final CyclicBarrier meeting = new CyclicBarrier(GENERATORS);
    private final List<Map<Long, InsertProgress>> told =
        new ArrayList<>(Arrays.asList(Map.of(), Map.of(), Map.of()));

    void play(Stage stage) {
      SeatedRun own = stage.run().seated((_, _, _, _) -> {});
      for (int millis = EACH_MILLIS; millis < END_MILLIS; millis += EACH_MILLIS) {
        stage.at(millis, () -> meet(stage.generator(), own));
      }
    }

    private void meet(int generator, SeatedRun own) {
      Map<Long, InsertProgress> inserts = own.inserts();
      synchronized (told) {
        told.set(generator, inserts);
      }
      await();
      synchronized (told) {
        told.forEach(each -> each.forEach(own::insertsElsewhere));
      }
      await();
    }

    private void await() {
      try {
        meeting.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException("a generator has not come", e);
      }
    }
  }

  private static List<Done> atTheSameTime(RunRequest request) throws Exception {
    Exchange exchange = new Exchange();
    List<Future<Done>> running = new ArrayList<>();
    List<Done> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(GENERATORS)) {
      for (int i = 0; i < GENERATORS; i++) {
        ScriptedSeat seat = new ScriptedSeat(i, table(1, 1, 1));
        running.add(threads.submit(() -> run(request, seat, exchange::play)));
      }
      for (Future<Done> each : running) {
        all.add(each.get());
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=3000", "rate=3000 model=paced workers=90", "workers=9"})
  void readsOfLatestRequestTheAcknowledgedInsertsOfAll(String load) throws Exception {
    String latest = " mix=read=2,insert=1 key-distribution=latest";
    List<Done> all = atTheSameTime(request(FAILING, load + latest));
    Map<Long, Long> acknowledged = new HashMap<>();
    all.forEach(each -> acknowledged.putAll(each.inserted()));

    for (Done reader : all) {
      long[] reads = new long[GENERATORS];
      for (Sent read : reader.sent()) {
        if (read.type().equals("read") && read.key() >= KEYS) {
          assertThat(acknowledged.getOrDefault(read.key(), Long.MAX_VALUE))
              .as("acknowledgement of key %d, which is read at %d", read.key(), read.atNanos())
              .isLessThanOrEqualTo(read.atNanos());
          reads[(int) ((read.key() - KEYS) % GENERATORS)]++;
        }
      }
      for (int owner = 0; owner < GENERATORS; owner++) {
        assertThat(reads[owner])
            .as("reads of generator %d of keys of %d", reader.generator(), owner)
            .isGreaterThan(100);
      }
    }
  }
}
