package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Pem;

class CertificatesTest {
  private final Strangers strangers = new Strangers(InstantSource.system(), _ -> {});
  @TempDir Path parent;

  @Test
  void keysAndCertificatesCanBeReadByTheirOwnerOnly() throws Exception {
    Path folder = parent.resolve("new");
    List<Path> written = Certificates.write(folder, List.of("10.0.0.1", "::1"), Instant.now());

    assertThat(written.stream().map(file -> file.getFileName().toString()))
        .containsExactly(
            "ca-key.pem", "ca.pem", "10.0.0.1-key.pem", "10.0.0.1.pem", "__1-key.pem", "__1.pem");
    for (Path file : written) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void aLaterNodeIsSignedByTheSameAuthority() throws Exception {
    Certificates.write(parent, List.of("a.example.com"), Instant.now());
    byte[] authority = Files.readAllBytes(parent.resolve(TlsFiles.AUTHORITY));
    List<Path> written = Certificates.write(parent, List.of("*.example.com"), Instant.now());

    assertThat(written).hasSize(2);
    assertThat(Files.readAllBytes(parent.resolve(TlsFiles.AUTHORITY))).isEqualTo(authority);
    assertThat(NodeTls.of(TlsFiles.in(parent, "a.example.com"), "a.example.com", strangers))
        .isNotNull();
    assertThat(NodeTls.of(TlsFiles.in(parent, "*.example.com"), "b.example.com", strangers))
        .isNotNull();
    assertThatThrownBy(
            () -> NodeTls.of(TlsFiles.in(parent, "*.example.com"), "b.c.example.com", strangers))
        .isInstanceOf(InvalidSpecException.class);
  }

  @Test
  void aCertificateOfANodeIsNotReplaced() {
    Certificates.write(parent, List.of("a"), Instant.now());

    assertThatThrownBy(() -> Certificates.write(parent, List.of("b", "a"), Instant.now()))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("a.pem' exists");
    assertThat(TlsFiles.in(parent, "b").certificate()).doesNotExist();
  }

  @Test
  void aNodeCannotSignOthersAndExpiredCertificatesAreRefused() {
    Instant past = Instant.now().minus(Duration.ofDays(900));
    Certificates.write(parent, List.of("a"), past);
    X509Certificate node = Pem.certificates("", TlsFiles.in(parent, "a").certificate())[0];

    assertThat(node.getBasicConstraints()).isEqualTo(-1);
    assertThat(Pem.certificates("", parent.resolve("ca.pem"))[0].getBasicConstraints()).isZero();
    assertThatThrownBy(() -> NodeTls.of(TlsFiles.in(parent, "a"), "a", strangers))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("must not have expired");
  }

  @Test
  void namesThatAreNoHostsAreRefused() {
    for (String name : List.of("", "../a", "a b", "*", "a/b", "a,DNS=b")) {
      assertThatThrownBy(() -> Certificates.write(parent, List.of(name), Instant.now()))
          .as(name)
          .isInstanceOf(InvalidSpecException.class);
    }
  }
}
