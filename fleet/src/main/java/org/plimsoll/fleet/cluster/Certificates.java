package org.plimsoll.fleet.cluster;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Pem;

/**
 * The certificates of a fleet: a certificate authority, and one certificate for each node. The keys
 * are ECDSA on P-256.
 */
public final class Certificates {
  /** The name of the authority's key in a folder of certificates. */
  public static final String AUTHORITY_KEY = "ca-key.pem";

  private static final Duration VALID = Duration.ofDays(825);

  /**
   * How much earlier the validity starts, because the clocks of nodes may be behind this machine's
   * clock.
   */
  private static final Duration CLOCKS = Duration.ofHours(1);

  private static final int LINE = 64;
  private static final int SERIAL_BITS = 120;

  private final Path folder;
  private final Instant now;
  private final SecureRandom random = new SecureRandom();

  /** A certificate and its key. */
  private record Signed(X509Certificate certificate, PrivateKey key) {}

  private Certificates(Path folder, Instant now) {
    this.folder = folder;
    this.now = now;
  }

  /**
   * Writes certificates for nodes, signed by the authority in the folder. The authority is created
   * if there is none. All files have mode 0600.
   *
   * @param folder folder, which is created if it does not exist
   * @param nodes host names or addresses, as other nodes connect to them; {@code *.example.com}
   *     covers the hosts of a domain
   * @return the files that were written
   * @throws InvalidSpecException if a node already has a certificate
   */
  public static List<Path> write(Path folder, List<String> nodes, Instant now) {
    for (String node : nodes) {
      if (!node.matches("(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]+")) {
        throw new InvalidSpecException(
            "NODE: must be a host name or an address, was '" + node + "'");
      }
    }
    try {
      Files.createDirectories(folder, PrivateFile.FOLDER);
      return new Certificates(folder, now).write(nodes);
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new InvalidSpecException(
          "--out: must be a folder that can be written to, was '"
              + folder
              + "' ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  private List<Path> write(List<String> nodes)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    List<Path> written = new java.util.ArrayList<>();
    for (String node : nodes) {
      Path existing = TlsFiles.in(folder, node).certificate();
      if (Files.exists(existing)) {
        throw new InvalidSpecException(
            "--out: must be a folder without a certificate for '"
                + node
                + "', and '"
                + existing
                + "' exists");
      }
    }
    Path authorityFile = folder.resolve(TlsFiles.AUTHORITY);
    Path authorityKey = folder.resolve(AUTHORITY_KEY);
    Signed authority;
    if (Files.exists(authorityFile)) {
      authority =
          new Signed(Pem.certificates("--out", authorityFile)[0], Pem.key("--out", authorityKey));
    } else {
      authority = authority();
      written.add(write(authorityKey, "PRIVATE KEY", authority.key().getEncoded()));
      written.add(write(authorityFile, "CERTIFICATE", authority.certificate().getEncoded()));
    }
    for (String node : nodes) {
      TlsFiles files = TlsFiles.in(folder, node);
      Signed signed = node(node, authority);
      written.add(write(files.key(), "PRIVATE KEY", signed.key().getEncoded()));
      written.add(write(files.certificate(), "CERTIFICATE", signed.certificate().getEncoded()));
    }
    return written;
  }

  private Signed authority()
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair keys = keys();
    X500Principal name = new X500Principal("CN=Plimsoll fleet " + serial().toString(36));
    JcaX509v3CertificateBuilder builder = builder(name, name, keys);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return signed(builder, keys, keys.getPrivate());
  }

  private Signed node(String node, Signed authority)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair keys = keys();
    JcaX509v3CertificateBuilder builder =
        builder(
            authority.certificate().getSubjectX500Principal(),
            new X500Principal("CN=" + node),
            keys);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    boolean isAddress = node.contains(":") || node.matches("[0-9.]+");
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            new GeneralName(isAddress ? GeneralName.iPAddress : GeneralName.dNSName, node)));
    return signed(builder, keys, authority.key());
  }

  private JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, KeyPair keys) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        serial(),
        Date.from(now.minus(CLOCKS)),
        Date.from(now.plus(VALID)),
        subject,
        keys.getPublic());
  }

  private static Signed signed(JcaX509v3CertificateBuilder builder, KeyPair keys, PrivateKey signer)
      throws GeneralSecurityException, OperatorCreationException {
    X509Certificate certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
    return new Signed(certificate, keys.getPrivate());
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private BigInteger serial() {
    return new BigInteger(SERIAL_BITS, random);
  }

  private static Path write(Path file, String kind, byte[] encoded) throws IOException {
    String text =
        "-----BEGIN "
            + kind
            + "-----\n"
            + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded)
            + "\n-----END "
            + kind
            + "-----\n";
    PrivateFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
    return file;
  }
}
