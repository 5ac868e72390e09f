package org.plimsoll.cli;

import java.net.URI;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Secret;
import org.plimsoll.server.security.Credentials;
import org.plimsoll.server.security.OidcClient;
import org.plimsoll.server.security.OidcCodeFlow;
import org.plimsoll.server.security.OidcIssuer;
import org.plimsoll.server.security.OidcTokens;
import org.plimsoll.server.security.RoleClaim;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The OpenID Connect issuer that identifies the users of a server.
 *
 * @param tokens verifies bearer tokens of the issuer; null if they are not accepted
 * @param flow logs browsers in at the issuer; null if that is not offered
 * @param publicAddress the address of the server for browsers; null to use the {@code Host} header
 */
record OidcOptions(
    @Nullable Credentials tokens, @Nullable OidcCodeFlow flow, @Nullable URI publicAddress) {
  private static final String ISSUER = "--oidc";
  private static final String CLIENT_ID = "--oidc-client-id";
  private static final String CLIENT_SECRET = "--oidc-client-secret";
  private static final String SCOPE = "--oidc-scope";
  private static final String AUDIENCE = "--oidc-audience";
  private static final String ROLE_CLAIM = "--oidc-role-claim";
  private static final String PUBLIC_URL = "--public-url";
  private static final String ROLES = "roles";

  static OptionSpec issuer() {
    return Options.value(ISSUER, "ISSUER", "OpenID Connect issuer that identifies users.");
  }

  static OptionSpec clientId() {
    return Options.value(
        CLIENT_ID, "ID", "Client ID of this server at the issuer, for logins with a browser.");
  }

  static OptionSpec clientSecret() {
    return Options.value(
        CLIENT_SECRET,
        "REFERENCE",
        "Secret of the client: env:NAME or file:PATH; none for a public client.");
  }

  static OptionSpec scope() {
    return Options.list(SCOPE, "SCOPE", "Additional scope to request, such as groups; repeatable.");
  }

  static OptionSpec audience() {
    return Options.value(AUDIENCE, "NAME", "Accept bearer tokens of the issuer for this audience.");
  }

  static OptionSpec roleClaim() {
    return Options.value(ROLE_CLAIM, "CLAIM", "Claim that contains the role (roles).");
  }

  static OptionSpec publicUrl() {
    return Options.value(
        PUBLIC_URL, "URL", "Address of this server for browsers, if it is behind a proxy.");
  }

  /**
   * Reads the options, and contacts the issuer if there is one.
   *
   * @throws InvalidSpecException if options contradict each other, or the issuer does not answer
   */
  static OidcOptions of(ParseResult given) {
    URI publicAddress = publicAddress(Options.text(given, PUBLIC_URL));
    String name = Options.text(given, ISSUER);
    String id = Options.text(given, CLIENT_ID);
    String audience = Options.text(given, AUDIENCE);
    if (name == null) {
      Stream.of(CLIENT_ID, CLIENT_SECRET, SCOPE, AUDIENCE, ROLE_CLAIM)
          .filter(given::hasMatchedOption)
          .findFirst()
          .ifPresent(option -> {
            throw new InvalidSpecException(option + ": must be given with " + ISSUER);
          });
      return new OidcOptions(null, null, publicAddress);
    }
    if (id == null && audience == null) {
      throw new InvalidSpecException(
          ISSUER
              + ": must be given with "
              + CLIENT_ID
              + ", for users who log in with a browser, or with "
              + AUDIENCE
              + ", for programs, because a token for another service is not valid here");
    }
    if (id == null && (given.hasMatchedOption(CLIENT_SECRET) || given.hasMatchedOption(SCOPE))) {
      throw new InvalidSpecException(
          CLIENT_SECRET + " and " + SCOPE + ": must be given with " + CLIENT_ID);
    }
    OidcClient client =
        id == null
            ? null
            : new OidcClient(
                id, secret(Options.text(given, CLIENT_SECRET)), Options.texts(given, SCOPE));
    String claim = Options.text(given, ROLE_CLAIM);
    RoleClaim role = new RoleClaim(claim == null ? ROLES : claim);
    OidcIssuer issuer = OidcIssuer.at(name);
    return new OidcOptions(
        audience == null ? null : new OidcTokens(issuer, audience, role),
        client == null ? null : new OidcCodeFlow(issuer, client, role),
        publicAddress);
  }

  /**
   * Reads the secret from a reference. The secret itself is not accepted, because other users of
   * the machine can read a command line.
   */
  private static @Nullable String secret(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!text.startsWith("env:") && !text.startsWith("file:")) {
      throw new InvalidSpecException(
          CLIENT_SECRET + ": must be a reference to the secret, env:NAME or file:PATH");
    }
    String secret;
    try {
      secret = new Secret(text).reveal();
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException(CLIENT_SECRET + ": " + e.getMessage(), e);
    }
    if (secret.isEmpty()) {
      throw new InvalidSpecException(
          CLIENT_SECRET + ": must name a secret that is not empty, was '" + text + "'");
    }
    return secret;
  }

  private static @Nullable URI publicAddress(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      URI uri = URI.create(text.replaceFirst("/$", ""));
      boolean isWeb = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      String origin = uri.getScheme() + "://" + uri.getHost() + port(uri);
      if (isWeb && uri.getHost() != null && uri.toString().equals(origin)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new InvalidSpecException(
        PUBLIC_URL + ": must be https://HOST or https://HOST:PORT, was '" + text + "'");
  }

  private static String port(URI uri) {
    return uri.getPort() < 0 ? "" : ":" + uri.getPort();
  }
}
