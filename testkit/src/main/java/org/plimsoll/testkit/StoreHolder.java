package org.plimsoll.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;

/**
 * A process that opens an embedded store, writes rows, and keeps the store open until it is killed.
 */
final class StoreHolder implements AutoCloseable {
  static final int ROWS = 50;
  static final String VALUE = "written before the kill";

  private static final String READY = "ready";

  private final Process process;

  private StoreHolder(Process process) {
    this.process = process;
  }

  /**
   * Starts a process with the class path of this process, and waits until its rows are
   * acknowledged.
   */
  static StoreHolder start(String uri) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StoreHolder.class.getName(),
                uri)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (!READY.equals(line)) {
      process.destroyForcibly();
      throw new IllegalStateException("the process did not write its rows: " + line);
    }
    return new StoreHolder(process);
  }

  public static void main(String[] arguments) throws Exception {
    TestTarget target = TestTarget.of(arguments[0], List.of("field0"));
    Client client = target.open();
    Session session = client.openSession();
    for (int key = 0; key < ROWS; key++) {
      Ending ending = new Ending();
      session.execute(TestOperation.on(OperationType.INSERT, key, VALUE), ending);
      if (ending.outcome().status() != Status.SUCCEEDED) {
        throw new IllegalStateException(ending.message());
      }
    }
    System.out.println(READY);
    int end = System.in.read();
    throw new IllegalStateException("not killed: " + end);
  }

  /** Kills the process without giving it a chance to close the store. */
  @Override
  public void close() {
    var _ = process.destroyForcibly().onExit().join();
  }
}
