package org.plimsoll.fleet.cluster;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A trust manager that logs why it rejected a certificate. */
final class MemberTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager checker;
  private final Strangers strangers;

  MemberTrust(X509ExtendedTrustManager checker, Strangers strangers) {
    this.checker = checker;
    this.strangers = strangers;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      checker.checkClientTrusted(chain, type, engine);
    } catch (CertificateException e) {
      strangers.refused("Refused a node: " + reason(chain, e));
      throw e;
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      checker.checkServerTrusted(chain, type, engine);
    } catch (CertificateException e) {
      strangers.refused(
          "Did not connect to "
              + engine.getPeerHost()
              + ":"
              + engine.getPeerPort()
              + ": "
              + reason(chain, e));
      throw e;
    }
  }

  private static String reason(X509Certificate[] chain, CertificateException e) {
    return "the certificate authority of this fleet (--fleet-ca) has not signed its certificate for"
        + " this host: '"
        + chain[0].getSubjectX500Principal().getName()
        + "', signed by '"
        + chain[0].getIssuerX500Principal().getName()
        + "' ("
        + e.getMessage()
        + ").";
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checker.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checker.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checker.checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checker.checkServerTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return checker.getAcceptedIssuers();
  }
}
