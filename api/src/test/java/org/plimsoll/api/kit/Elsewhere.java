package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.HostPort;

/** A listener at an address of this machine that tests do not allow. */
final class Elsewhere implements AutoCloseable {
  static final String HOST = "127.0.0.2";

  private final ServerSocket listening;
  private final BlockingQueue<Integer> accepted = new LinkedBlockingQueue<>();

  Elsewhere(int port) throws IOException {
    listening = new ServerSocket(port, 50, InetAddress.getByName(HOST));
    Thread _ = Thread.startVirtualThread(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        try (Socket each = listening.accept()) {
          accepted.add(each.getPort());
        }
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  HostPort address() {
    return new HostPort(HOST, listening.getLocalPort());
  }

  /** Connects, and expects that no connection was before it. */
  void hasNoConnection() throws Exception {
    try (Socket own = new Socket(HOST, listening.getLocalPort())) {
      assertThat(accepted.poll(60, TimeUnit.SECONDS)).isEqualTo(own.getLocalPort());
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
