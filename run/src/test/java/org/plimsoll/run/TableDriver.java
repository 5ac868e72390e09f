package org.plimsoll.run;

import java.util.OptionalLong;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.testkit.ForwardingDriver;

/** The simulated store with a table that must be created before its rows can be counted. */
final class TableDriver extends ForwardingDriver {
  private int inserts;

  TableDriver() {
    super(new SimDriver());
  }

  int inserts() {
    return inserts;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.SIMULATED);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    Client client = super.open(context);
    return new Client() {
      private boolean made;

      @Override
      public Session openSession() throws Exception {
        Session session = client.openSession();
        return new Session() {
          @Override
          public void execute(Operation operation, Completion completion) {
            if (operation.type().equals(OperationType.INSERT)) {
              inserts++;
            }
            session.execute(operation, completion);
          }

          @Override
          public void close() {
            session.close();
          }
        };
      }

      @Override
      public void create() {
        made = true;
      }

      @Override
      public OptionalLong count() {
        if (!made) {
          throw new IllegalStateException("there is no such table");
        }
        return OptionalLong.of(0);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }
}
