package org.plimsoll.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A loopback proxy that forwards, delays, holds, drops or resets traffic. */
public final class FaultProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How new connections are treated. */
  private enum Newcomer {
    WORKS,
    IS_RESET,
    IS_SWALLOWED
  }

  private final ServerSocket listener;
  private final int targetPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> holed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger held = new AtomicInteger();
  private volatile CountDownLatch answersPass = new CountDownLatch(0);
  private volatile Newcomer newcomer = Newcomer.WORKS;
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

  /** Returns the number of connections accepted so far. */
  public int connectionsAccepted() {
    return accepted.get();
  }

  /** Returns the number of open sockets to clients and to the server. */
  public int socketsOpen() {
    return sockets.size();
  }

  /** Delays each part of every answer by the given time. */
  public void delayAnswers(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Holds back every answer until {@link #heal}. */
  public void holdAnswers() {
    held.set(0);
    answersPass = new CountDownLatch(1);
  }

  /** Waits until an answer is held back, so that a request is in flight on an open connection. */
  public void awaitHeldAnswer() {
    await().atMost(PATIENCE).until(() -> held.get() > 0);
  }

  /** Drops all further traffic of the open connections. Later connections work. */
  public void blackHole() {
    holed.addAll(sockets);
  }

  /**
   * Drops traffic like {@link #blackHole}, and also the traffic of connections that are opened
   * before {@link #heal}. This is necessary because a driver may already use a connection that the
   * proxy has not accepted yet.
   */
  public void blackHoleAll() {
    newcomer = Newcomer.IS_SWALLOWED;
    blackHole();
  }

  /** Resets the open connections. Later connections work. */
  public void cut() {
    sockets.forEach(this::reset);
  }

  /**
   * Resets connections like {@link #cut}, and also those that are opened before {@link #heal}. This
   * is necessary because a driver may already use a connection that the proxy has not accepted yet.
   */
  public void cutAll() {
    newcomer = Newcomer.IS_RESET;
    cut();
  }

  /** Forwards answers and new connections again. Connections in a black hole remain there. */
  public void heal() {
    newcomer = Newcomer.WORKS;
    answersPass.countDown();
  }

  private void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0); // closes with RST
    } catch (IOException e) {
      // It is already closed.
    }
    close(socket);
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
      // This is read after the sockets were added. A fault that was set in the meantime either
      // applies to the sockets already, or is applied here.
      switch (newcomer) {
        case WORKS -> {}
        case IS_RESET -> {
          reset(client);
          reset(server);
          return;
        }
        case IS_SWALLOWED -> {
          holed.add(client);
          holed.add(server);
        }
      }
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
        if (answers) {
          holdBack();
        }
        if (!holed.contains(from)) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
    } catch (IOException e) {
      // If one end is closed, the other one is closed as well.
    }
    close(from);
    close(to);
  }

  private void holdBack() throws IOException {
    if (delayNanos > 0) {
      LockSupport.parkNanos(delayNanos);
    }
    CountDownLatch pass = answersPass;
    if (pass.getCount() > 0) {
      held.incrementAndGet();
      try {
        pass.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
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
    answersPass.countDown();
    sockets.forEach(this::close);
  }
}
