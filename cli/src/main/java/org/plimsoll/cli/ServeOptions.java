package org.plimsoll.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.run.RunGuard;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.security.CodePolicy;
import org.plimsoll.server.security.CommandPolicy;
import org.plimsoll.server.security.Credentials;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.SignedAccess;
import org.plimsoll.server.security.TargetPolicy;
import org.plimsoll.server.security.Tls;
import org.plimsoll.server.security.Tokens;
import org.plimsoll.settings.text.NoticeText;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of a server: address, authentication, and limits of runs. */
final class ServeOptions {
  static final String PORT = "7450";

  private final Console console;
  private final ParseResult given;
  private @Nullable String ownToken;

  ServeOptions(Console console, ParseResult given) {
    this.console = console;
    this.given = given;
  }

  static void addTo(CommandSpec spec) {
    group(
        spec,
        "Access",
        Options.value(
            "--host",
            "ADDRESS",
            "Address to listen on (127.0.0.1); any but loopback requires a login method."),
        Options.list("--name", "HOST", "Additional host name of this server; repeatable."),
        Options.value("--token-file", "FILE", "Lines with role, name, and token or sha256:digest."),
        Options.flag("--generate-token", "Create an admin token and print it once."),
        Options.flag(
            "--no-token", "Give every user of this machine the role admin, on loopback only."),
        OidcOptions.issuer(),
        OidcOptions.clientId(),
        OidcOptions.clientSecret(),
        OidcOptions.scope(),
        OidcOptions.audience(),
        OidcOptions.roleClaim(),
        OidcOptions.publicUrl(),
        Options.flag("--read-only", "Only show runs; the folder may be in use by another server."),
        Options.flag("--insecure", "Give everybody the role admin, without login."),
        Options.value("--tls-cert", "FILE", "PEM file with the server's certificate chain."),
        Options.value("--tls-key", "FILE", "PEM file with the private key (PKCS #8)."),
        Options.value("--max-caller-runs", "N", "Maximum concurrent runs of one caller."),
        Options.value("--max-requests", "N", "Maximum requests per second of one caller (200)."));
    group(
        spec,
        "Notices",
        Options.list(
            "--notify",
            "RECEIVER",
            "Receiver of notices about all runs: " + NoticeText.FORMS.written() + "; repeatable."));
    group(
        spec,
        "Limits of runs",
        Options.list(
            "--allow-target",
            "PATTERN",
            "Allowed targets: redis://10.0.0.0/8:6379, *://*.example.com, rocksdb:;"
                + " repeatable."),
        Options.list("--files", "DIR", "Folder of files that runs may use; repeatable."),
        Options.list(
            "--code", "DIR", "Folder of classes that runs may execute (none); repeatable."),
        Options.list(
            "--allow-command",
            "COMMAND",
            "Command that runs may start on this machine (none): 'nodetool flush', 'nodetool -h *"
                + " flush', 'nodetool **'; repeatable."),
        Options.value("--max-rate", "N", "Maximum operations per second of one run."),
        Options.value("--max-in-flight", "N", "Maximum operations in flight of one run."),
        Options.value("--max-workers", "N", "Maximum workers of one run."),
        Options.value("--max-keys", "N", "Maximum keys of one run."),
        Options.value("--max-value-bytes", "BYTES", "Maximum bytes of one field."));
  }

  /** Adds options under a title. */
  static void group(CommandSpec spec, String title, OptionSpec... options) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .heading("%n" + title + "%n")
            .validate(false)
            .order(spec.argGroups().size());
    for (OptionSpec option : options) {
      group.addArg(option);
    }
    spec.addArgGroup(group.build());
  }

  /** Returns the address and the authentication of the server. */
  ServerSettings settings() {
    String host = text("--host", ServerSettings.LOOPBACK);
    Tls tls = tls();
    Set<String> names = new HashSet<>();
    Options.texts(given, "--name").forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    OidcOptions oidc = OidcOptions.of(given);
    URI found = oidc.publicAddress();
    if (found != null) {
      names.add(found.getHost().toLowerCase(Locale.ROOT));
    }
    Access access = access(tls != null, oidc);
    return new ServerSettings(
        host,
        (int) number("--port", PORT, 0, 65_535),
        isReadOnly() ? Access.readOnly(access) : access,
        tls,
        names,
        number("--max-requests", "200", 1, 1_000_000),
        (int) number("--max-caller-runs", "1000", 1, 1_000));
  }

  /**
   * Returns the token that was generated because no login method was given; null if there is none.
   */
  @Nullable String ownToken() {
    return ownToken;
  }

  boolean isReadOnly() {
    return given.hasMatchedOption("--read-only");
  }

  private Access access(boolean isEncrypted, OidcOptions oidc) {
    List<Credentials> credentials = new ArrayList<>();
    String file = Options.text(given, "--token-file");
    if (file != null) {
      credentials.add(Tokens.read(Path.of(file)));
    }
    Credentials tokens = oidc.tokens();
    if (tokens != null) {
      credentials.add(tokens);
    }
    if (given.hasMatchedOption("--generate-token")) {
      String token = Tokens.generate();
      credentials.add(Tokens.of(Role.ADMIN, "admin", token));
      console.say("Admin token, not shown again: " + token);
    }
    boolean isInsecure = given.hasMatchedOption("--insecure");
    boolean isForMachine = given.hasMatchedOption("--no-token");
    boolean isOpen = credentials.isEmpty() && oidc.flow() == null;
    if ((isInsecure || isForMachine) && !isOpen) {
      throw new InvalidSpecException(
          (isInsecure ? "--insecure" : "--no-token") + ": must not be given with a login method");
    }
    if (isOpen) {
      if (!isLoopback() && !isInsecure) {
        throw new InvalidSpecException(
            "--host: must be 127.0.0.1 unless users log in (--token-file, --generate-token or"
                + " --oidc) or everybody may do everything (--insecure), was '"
                + Options.text(given, "--host")
                + "'");
      }
      if (isInsecure || isForMachine) {
        return Access.open();
      }
      String token = Tokens.generate();
      ownToken = token;
      credentials.add(Tokens.of(Role.ADMIN, "admin", token));
    }
    URI found = oidc.publicAddress();
    boolean isSecure = isEncrypted || (found != null && "https".equals(found.getScheme()));
    return new SignedAccess(credentials, isSecure, oidc.flow(), found);
  }

  private @Nullable Tls tls() {
    String certificate = Options.text(given, "--tls-cert");
    String key = Options.text(given, "--tls-key");
    if ((certificate == null) != (key == null)) {
      throw new InvalidSpecException("--tls-cert and --tls-key: must be given together");
    }
    return certificate == null || key == null ? null : new Tls(Path.of(certificate), Path.of(key));
  }

  /** Returns whether the server is reachable from this machine only. */
  private boolean isLoopback() {
    String host = text("--host", ServerSettings.LOOPBACK);
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new InvalidSpecException(
          "--host: must be an address of this machine, was '" + host + "'", e);
    }
  }

  /** Returns the receivers of notices about all runs; refuses a receiver that cannot be opened. */
  List<SinkSpec> notices() {
    List<SinkSpec> notices =
        Options.texts(given, "--notify").stream()
            .flatMap(text -> NoticeText.FORMS.parseAll(text).stream())
            .toList();
    MetricsOut.open(notices).close(); // a missing secret is reported before any run
    return notices;
  }

  /** Returns the limits of runs. */
  RunGuard guard(Drivers drivers) {
    List<String> patterns = Options.texts(given, "--allow-target");
    List<Path> folders = Options.texts(given, "--files").stream().map(Path::of).toList();
    boolean isLoopback = isLoopback();
    TargetPolicy targets =
        !patterns.isEmpty()
            ? TargetPolicy.of(patterns)
            : isLoopback ? TargetPolicy.everything() : TargetPolicy.local();
    FilePolicy files =
        folders.isEmpty() && isLoopback ? FilePolicy.EVERYTHING : new FilePolicy(folders);
    RunLimits limits =
        new RunLimits(
            rate(),
            limit("--max-in-flight"),
            limit("--max-workers"),
            limit("--max-keys"),
            bytes("--max-value-bytes"));
    return new ServerGuard(
        targets,
        files,
        limits,
        CommandPolicy.of(Options.texts(given, "--allow-command")),
        new CodePolicy(Options.texts(given, "--code").stream().map(Path::of).toList()),
        drivers);
  }

  private double rate() {
    String text = Options.text(given, "--max-rate");
    return text == null ? Double.POSITIVE_INFINITY : number("--max-rate", text, 1, 1_000_000_000);
  }

  private long limit(String option) {
    String text = Options.text(given, option);
    return text == null ? Long.MAX_VALUE : number(option, text, 1, 1L << 62);
  }

  private long bytes(String option) {
    String text = Options.text(given, option);
    if (text == null) {
      return Long.MAX_VALUE;
    }
    try {
      return Quantities.parseBytes(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          option + ": must be a size such as 1KiB, was '" + text + "'", e);
    }
  }

  private String text(String option, String absent) {
    String text = Options.text(given, option);
    return text == null ? absent : text;
  }

  /** Parses a whole number, with or without a suffix such as {@code k}. */
  long number(String option, String absent, long minimum, long maximum) {
    return Options.number(option, text(option, absent), minimum, maximum);
  }
}
