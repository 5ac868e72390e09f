package org.plimsoll.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A driver whose client library logs each operation, and whose target refuses each one. */
final class LoggingDriver implements Driver {
  private static final Logger LIBRARY = LoggerFactory.getLogger("org.example.client.Pool");
  private static final Setting<String> PASSWORD =
      Setting.text("password", "", Setting.Reach.NOTHING)
          .describedAs("a secret password")
          .asSecret();
  private static final Setting<String> SAYS =
      Setting.text("says", "", Setting.Reach.NOTHING).describedAs("text of each log line");

  private final Driver sim = new SimDriver();

  @Override
  public String name() {
    return "logging";
  }

  @Override
  public String description() {
    return "a target whose library logs";
  }

  @Override
  public List<Setting<?>> settings() {
    return new ArrayList<>(List.of(PASSWORD, SAYS));
  }

  @Override
  public Set<OperationType> operations() {
    return sim.operations();
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public Client open(DriverContext context) throws InterruptedException {
    String password = context.settings().get(PASSWORD);
    String says = context.settings().get(SAYS);
    Thread own =
        Thread.ofPlatform()
            .name("library-" + says)
            .daemon()
            .start(() ->
                System.getLogger("org.example.client.Java")
                    .log(System.Logger.Level.WARNING, "own thread of " + says));
    // Later, its line may be beyond the number of lines of a second that are kept.
    own.join();
    return new Client() {
      @Override
      public Session openSession() {
        return new Session() {
          @Override
          public void execute(Operation operation, Completion completion) {
            LIBRARY.warn("{}: cannot log in with {}", says, password, new Exception("refused"));
            LIBRARY.debug("not kept");
            completion.complete(
                Outcome.failed(FailureCode.own("refused"), () -> "bad " + password));
          }

          @Override
          public void close() {}
        };
      }

      @Override
      public void close() {}
    };
  }
}
