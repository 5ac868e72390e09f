package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReservedPortsTest {
  @Test
  void aPortIsGivenOnce() {
    assertThat(IntStream.range(0, 200).map(_ -> RealServer.freePort()).boxed())
        .doesNotHaveDuplicates();
  }

  @Test
  void portsInARowAreAllReserved() {
    int first = RealServer.freePortsInARow(6);
    assertThat(IntStream.range(first, first + 6)).noneMatch(ReservedPorts::reserve);
  }

  @Test
  void aPortInUseIsNotGiven() throws Exception {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ReservedPorts.reserve(used.getLocalPort())).isFalse();
    }
  }

  @Test
  void askingWhetherAServerListensDoesNotTakeItsPort() throws Exception {
    int port = RealServer.freePort();
    assertThat(RealServer.listens(port)).isFalse();
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(RealServer.listens(port)).isTrue();
    }
  }
}
