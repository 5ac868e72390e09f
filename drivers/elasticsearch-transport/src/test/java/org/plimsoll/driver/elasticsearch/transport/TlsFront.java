package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import org.plimsoll.testkit.SelfSigned;

/**
 * TLS in front of a server: it requires a client certificate, as security plug-ins do, and passes
 * the decrypted bytes on.
 */
final class TlsFront implements AutoCloseable {
  private static final String PASSWORD = "knots-and-7-tides";

  private final SSLServerSocket listening;
  private final int port;

  private TlsFront(SSLServerSocket listening, int port) {
    this.listening = listening;
    this.port = port;
  }

  /**
   * Starts to listen.
   *
   * @param own the certificate, which is also the only one that clients may have
   * @param port port of the server
   */
  static TlsFront of(SelfSigned own, int port)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(own.pkcs12(PASSWORD))) {
      store.load(file, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    known.setCertificateEntry("own", store.getCertificate(store.aliases().nextElement()));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    SSLServerSocket listening =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 64, InetAddress.getLoopbackAddress());
    listening.setNeedClientAuth(true);
    TlsFront front = new TlsFront(listening, port);
    Thread _ = Thread.startVirtualThread(front::accept);
    return front;
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        Thread _ = Thread.startVirtualThread(() -> pass(client, server));
        Thread _ = Thread.startVirtualThread(() -> pass(server, client));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to) {
      var _ = from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One of both has ended.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
