package org.plimsoll.driver.evcache;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;

/** Three real Memcached servers, each of which is a zone. */
record ThreeZones(List<RealServer> servers) implements AutoCloseable {
  static ThreeZones start(Path folder) {
    return new ThreeZones(Stream.generate(() -> MemcachedServers.start(folder)).limit(3).toList());
  }

  /** The server of a zone, from 1 to 3. */
  RealServer zone(int number) {
    return servers.get(number - 1);
  }

  String address() {
    return addressWith(zone(1).address());
  }

  /** The address with another first zone. */
  String addressWith(String first) {
    return first + "," + zone(2).address() + "," + zone(3).address();
  }

  @Override
  public void close() {
    servers.forEach(RealServer::close);
  }
}
