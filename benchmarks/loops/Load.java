import java.lang.management.ManagementFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The load of a bare loop: 80 reads to 20 updates of 1,000 bytes on 10,000 uniform keys. Each
 * answer sends the next request. Prints operations a second, and microseconds of processor time for
 * each.
 */
final class Load {
  private static final int KEYS = 10_000;
  private static final int VALUE_BYTES = 1000;

  private final int inFlight;
  private final int warmUpSeconds;
  private final int seconds;
  private final AtomicLong done = new AtomicLong();

  /** Requests without waiting. */
  @FunctionalInterface
  interface Requests {
    /** Sends a read, or an update if there is a value, and calls back when it has succeeded. */
    void send(int key, byte[] value, Runnable answered) throws Exception;
  }

  /** Requests that wait for the answer. */
  @FunctionalInterface
  interface Calls {
    /** Reads, or updates if there is a value. */
    void call(int key, byte[] value) throws Exception;
  }

  /** Opens a connection for one thread. */
  @FunctionalInterface
  interface Connections {
    Calls open() throws Exception;
  }

  /** Creates a load of operations in flight, seconds of warm-up, and seconds: the arguments. */
  Load(String[] args) {
    inFlight = Integer.parseInt(args[0]);
    warmUpSeconds = Integer.parseInt(args[1]);
    seconds = Integer.parseInt(args[2]);
  }

  /** All keys, in the form of a store. */
  static <T> T[] keys(IntFunction<T> form, IntFunction<T[]> array) {
    return IntStream.range(0, KEYS).mapToObj(form).toArray(array);
  }

  /** The name of a key. */
  static String name(int key) {
    return "user%012d".formatted(key);
  }

  /** Ends the program. */
  static void fail(Throwable failure) {
    failure.printStackTrace();
    System.exit(1);
  }

  /** Runs requests, divided over the connections, and ends the program. */
  void run(Requests... connections) throws InterruptedException {
    for (int i = 0; i < inFlight; i++) {
      send(connections[i % connections.length]);
    }
    measure();
  }

  private void send(Requests requests) {
    try {
      requests.send(
          key(),
          value(),
          () -> {
            done.incrementAndGet();
            send(requests);
          });
    } catch (Exception e) {
      fail(e);
    }
  }

  /** Runs calls on a thread and a connection for each operation in flight, and ends the program. */
  void run(Connections connections) throws Exception {
    for (int i = 0; i < inFlight; i++) {
      Calls calls = connections.open();
      Thread.ofPlatform().daemon().start(() -> callForEver(calls));
    }
    measure();
  }

  private void callForEver(Calls calls) {
    try {
      while (true) {
        calls.call(key(), value());
        done.incrementAndGet();
      }
    } catch (Exception e) {
      fail(e);
    }
  }

  private static int key() {
    return ThreadLocalRandom.current().nextInt(KEYS);
  }

  private static byte[] value() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (random.nextInt(100) < 80) {
      return null;
    }
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }

  private void measure() throws InterruptedException {
    Thread.sleep(warmUpSeconds * 1000L);
    long doneBefore = done.get();
    long cpuBefore = cpuNanos();
    long start = System.nanoTime();
    Thread.sleep(seconds * 1000L);
    double nanos = System.nanoTime() - start;
    long operations = done.get() - doneBefore;
    System.out.println(
        operations / nanos * 1e9 + " " + (cpuNanos() - cpuBefore) / 1e3 / operations);
    System.exit(0);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
