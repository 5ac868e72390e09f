package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A self-signed certificate for 127.0.0.1, created by openssl for one test.
 *
 * @param folder the folder with the files of the certificate
 */
public record SelfSigned(Path folder) {
  /** Creates a certificate in a folder. */
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

  /** Returns the certificate in PEM. */
  public Path certificate() {
    return folder.resolve("cert.pem");
  }

  /** Returns the private key in PEM with PKCS #8. */
  public Path key() {
    return folder.resolve("key.pem");
  }

  /** Returns a key store with the certificate and the key, for servers written in Java. */
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
