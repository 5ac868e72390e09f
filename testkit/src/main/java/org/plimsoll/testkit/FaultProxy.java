package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A proxy on loopback that forwards, delays, swallows or cuts what goes through it. */
public final class FaultProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final ServerSocket listener;
  private final int targetPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> holed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile long delayNanos;

  private FaultProxy(ServerSocket listener, int targetPort) {
    this.listener = listener;
    this.targetPort = targetPort;
  }

  /** Opens a proxy to a loopback port. */
  public static FaultProxy to(int targetPort) {
    try {
      FaultProxy proxy =
          new FaultProxy(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), targetPort);
      Thread.ofVirtual().start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Connections taken so far. */
  public int connectionsAccepted() {
    return accepted.get();
  }

  /** Holds back each piece of every answer for this long. */
  public void delayAnswers(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Swallows from now on what goes through the connections that are open; later ones work. */
  public void blackHole() {
    holed.addAll(sockets);
  }

  /** Resets the connections that are open; later ones work. */
  public void cut() {
    for (Socket socket : sockets) {
      try {
        socket.setSoLinger(true, 0); // close with RST
      } catch (IOException e) {
        // closed already
      }
      close(socket);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        accepted.incrementAndGet();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(server);
      Thread.ofVirtual().start(() -> pump(client, server, false));
      pump(server, client, true);
    } catch (IOException e) {
      close(client);
    }
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (answers && delayNanos > 0) {
          LockSupport.parkNanos(delayNanos);
        }
        if (!holed.contains(from)) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
    } catch (IOException e) {
      // Either end is gone: so is the other.
    }
    close(from);
    close(to);
  }

  private void close(Socket socket) {
    sockets.remove(socket);
    holed.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // gone
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      // gone
    }
    sockets.forEach(this::close);
  }
}
