package org.plimsoll.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProcessorWaitTest {
  private final AtomicBoolean done = new AtomicBoolean();
  private final AtomicReference<@Nullable ProcessorWait> wait = new AtomicReference<>();

  @Test
  void aThreadThatSharesAProcessorHasWaited() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(Thread.ofPlatform().daemon().start(this::spin));
    }
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> waitedNanos() > 1_000_000);
    } finally {
      done.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void ofAThreadThatHasEndedNothingIsKnown() throws Exception {
    Thread thread = Thread.ofPlatform().start(() -> wait.set(ProcessorWait.ofThisThread()));
    thread.join();
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(Objects.requireNonNull(wait.get()).nanos()).isZero());
  }

  private long waitedNanos() {
    ProcessorWait its = wait.get();
    return its == null ? 0 : its.nanos();
  }

  private void spin() {
    wait.compareAndSet(null, ProcessorWait.ofThisThread());
    while (!done.get()) {
      Thread.onSpinWait();
    }
  }
}
