package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.report.folder.Lease;

/** Tests that a server does not start if strangers could use it. */
@Timeout(180)
class ServeCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int serve(String line) {
    Console console =
        new Console(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            folder);
    return Main.execute(console, ("serve --port 0 " + line).split(" "));
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--host 0.0.0.0",
        "--host ::",
        "--host 0.0.0.0 --tls-cert a.pem --tls-key b.pem",
        "--insecure --generate-token",
        "--no-token --generate-token",
        "--host 0.0.0.0 --no-token",
        "--token-file does-not-exist",
        "--oidc https://issuer.example.com",
        "--oidc http://issuer.example.com --oidc-audience plimsoll",
        "--oidc-client-id plimsoll",
        "--oidc http://issuer.example.com --oidc-client-id plimsoll",
        "--oidc http://127.0.0.1:1/realm --oidc-client-id plimsoll",
        "--oidc https://issuer.example.com --oidc-audience plimsoll --oidc-client-secret env:HOME",
        "--oidc https://issuer.example.com --oidc-client-id plimsoll --oidc-client-secret env:NOT",
        "--public-url plimsoll.example.com",
        "--public-url https://plimsoll.example.com/path",
        "--public-url https://ada@plimsoll.example.com",
        "--tls-cert a.pem",
        "--allow-target 10.0.0.0/8",
        "--max-rate 0",
        "--max-value-bytes many",
        "--max-requests x",
        "--fleet trial",
        "--fleet trial --fleet-host 0.0.0.0",
        "--fleet trial --fleet-ca ca.pem",
        "--fleet trial --fleet-certificates a --fleet-key b",
        "--fleet trial --fleet-certificates does-not-exist",
        "--fleet a/b --fleet-certificates does-not-exist",
        "--fleet trial --fleet-certificates a --seed nowhere:x",
        "--fleet trial --fleet-certificates a --fleet-port 0",
        "--fleet trial --fleet-certificates a --label nothing",
        "--seed 127.0.0.1:7460",
        "--datacenter eu-1",
      })
  void unsafeOrAmbiguousOptionsAreRefusedInOneSentence(String line) {
    assertThat(serve(line)).as(said()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(said().lines().filter(each -> each.startsWith("plimsoll: --"))).hasSize(1);
  }

  @Test
  void secretsOnTheCommandLineAreRefusedAndNotQuoted() {
    int code =
        serve(
            "--oidc https://issuer.example.com --oidc-client-id x --oidc-client-secret 5ecr3t-9f");

    assertThat(code).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(said())
        .startsWith("plimsoll: --oidc-client-secret: must be a reference to the secret, env:NAME")
        .doesNotContain("5ecr3t-9f");
  }

  @Test
  void serversOpenToOthersReportWhatTheyNeed() {
    serve("--host 0.0.0.0");

    assertThat(said())
        .isEqualToIgnoringNewLines(
            "plimsoll: --host: must be 127.0.0.1 unless users log in (--token-file,"
                + " --generate-token or --oidc) or everybody may do everything (--insecure), was"
                + " '0.0.0.0'");
  }

  @Test
  void aFolderHasOneServer() throws Exception {
    try (Lease lease = Lease.take(folder, "process 7").orElseThrow()) {
      assertThat(lease).isNotNull();
      assertThat(serve("--runs " + folder)).isEqualTo(ExitCode.BAD_USAGE);
    }

    assertThat(said())
        .isEqualToIgnoringNewLines(
            "plimsoll: --runs: must be a folder that no other server uses, and process 7 uses '"
                + folder
                + "'. Choose another folder, or add --read-only to only view its runs.");
  }

  @Test
  void aFolderThatCannotBeWrittenCanOnlyBeLookedAt() {
    assertThat(serve("--runs /proc/runs")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(said())
        .startsWith("plimsoll: --runs: must be a folder that can be written to, was '/proc/runs' (")
        .containsIgnoringWhitespaces("or add --read-only to only view its runs.");
  }
}
