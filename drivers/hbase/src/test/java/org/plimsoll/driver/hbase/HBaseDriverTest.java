package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.testkit.ForwardingDriver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract with three fields, and the region server as the host of the target. */
@ExtendWith(SharedHBase.class)
class HBaseDriverTest extends ServerDriverContract {
  @Override
  protected Driver driver() {
    return new ThroughTheTarget();
  }

  @Override
  protected RealServer server() {
    return SharedHBase.server().server();
  }

  @Override
  protected String address() {
    return addressAt(server().address());
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return hostAndPort + "/contract";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("registry", "rpc");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  @Override
  protected int hugeValueBytes() {
    return 2_000_000;
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  /** Connects to the target where the cluster reports its region server: a proxy is in between. */
  private static final class ThroughTheTarget extends ForwardingDriver {
    ThroughTheTarget() {
      super(new HBaseDriver());
    }

    @Override
    public void checkAddress(String address) {
      new HBaseDriver().checkAddress(address);
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      return super.open(new Redirected(context));
    }
  }

  /** A context whose connections to the region server go to the target. */
  private record Redirected(DriverContext context) implements DriverContext {
    @Override
    public InetAddress[] resolve(String host, int port) throws IOException {
      return context.resolve(host, port);
    }

    @Override
    public InetSocketAddress resolve(InetSocketAddress to) throws IOException {
      HostPort target = HBaseAddress.parse(context.address(), Registry.RPC).servers().getFirst();
      return to.getPort() == SharedHBase.server().server().port()
          ? new InetSocketAddress(context.resolve(target.host(), target.port())[0], target.port())
          : context.resolve(to);
    }

    @Override
    public String address() {
      return context.address();
    }

    @Override
    public SettingValues settings() {
      return context.settings();
    }

    @Override
    public List<String> fieldNames() {
      return context.fieldNames();
    }

    @Override
    public Path temporaryFolder() {
      return context.temporaryFolder();
    }

    @Override
    public Timeline timeline() {
      return context.timeline();
    }

    @Override
    public long seed() {
      return context.seed();
    }

    @Override
    public Session blocking(BlockingSession session) {
      return context.blocking(session);
    }

    @Override
    public Session confined(Thread.Builder thread, Callable<? extends BlockingSession> maker)
        throws Exception {
      return context.confined(thread, maker);
    }

    @Override
    public Client open(Setting<String> part) throws Exception {
      return context.open(part);
    }

    @Override
    public Counter counter(String name) {
      return context.counter(name);
    }

    @Override
    public Timing timing(String name) {
      return context.timing(name);
    }
  }
}
