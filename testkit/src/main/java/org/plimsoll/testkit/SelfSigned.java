package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A self-signed certificate of 127.0.0.1, created by openssl for one test.
 *
 * @param folder folder for the files of the certificate
 */
public record SelfSigned(Path folder) {
  /** Creates a certificate. */
  public static SelfSigned in(Path folder) throws IOException, InterruptedException {
    SelfSigned made = new SelfSigned(folder);
    Commands.run(
        folder,
        List.of(
            RealServer.binary("openssl"),
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-keyout",
            made.key().toString(),
            "-out",
            made.certificate().toString(),
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1"));
    return made;
  }

  /** The certificate, as PEM. */
  public Path certificate() {
    return folder.resolve("cert.pem");
  }

  /** The private key, as PEM in PKCS #8. */
  public Path key() {
    return folder.resolve("key.pem");
  }

  /** A key store with both, for servers written in Java. */
  public Path pkcs12(String password) throws IOException, InterruptedException {
    Path store = folder.resolve("store.p12");
    Commands.run(
        folder,
        List.of(
            RealServer.binary("openssl"),
            "pkcs12",
            "-export",
            "-in",
            certificate().toString(),
            "-inkey",
            key().toString(),
            "-out",
            store.toString(),
            "-passout",
            "pass:" + password));
    return store;
  }
}
