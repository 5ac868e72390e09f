package org.plimsoll.server.security;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ResultJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The published metadata of an OpenID Connect issuer (OpenID Connect Discovery 1.0). */
public final class OidcIssuer {
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int ANSWER_BYTES_MAX = 256 * 1024;
  private static final String PLACE = "/.well-known/openid-configuration";
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private final String name;
  private final JsonNode published;
  private final JWKSource<SecurityContext> keys;

  private OidcIssuer(String name, JsonNode published, JWKSource<SecurityContext> keys) {
    this.name = name;
    this.published = published;
    this.keys = keys;
  }

  /**
   * Reads the metadata of an issuer.
   *
   * @throws InvalidSpecException if the server at the address is not an issuer, or does not answer
   */
  public static OidcIssuer at(String name) {
    DefaultResourceRetriever retriever =
        new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, ANSWER_BYTES_MAX);
    String place = name.replaceFirst("/$", "") + PLACE;
    try {
      JsonNode published =
          ResultJson.mapper().readTree(retriever.retrieveResource(url(place).toURL()).getContent());
      if (!published.path("issuer").asString("").equals(name)) {
        throw refused(
            "must be the issuer that " + place + " names, '" + published.path("issuer") + "'",
            name);
      }
      URI keys = url(published.path("jwks_uri").asString(""));
      return new OidcIssuer(
          name, published, JWKSourceBuilder.create(keys.toURL(), retriever).retrying(true).build());
    } catch (MalformedURLException e) {
      throw new IllegalStateException("every JDK knows https", e);
    } catch (IOException | JacksonException e) {
      throw refused("must be an issuer that answers at " + place, name);
    }
  }

  private static URI url(String text) {
    try {
      URI uri = URI.create(text);
      String host = Objects.requireNonNullElse(uri.getHost(), "");
      boolean isHere = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
      if (!host.isEmpty()
          && ("https".equals(uri.getScheme()) || (isHere && "http".equals(uri.getScheme())))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw refused("must be an https URL with keys at another (http for this machine)", text);
  }

  private static InvalidSpecException refused(String allowed, String was) {
    return new InvalidSpecException("--oidc: " + allowed + ", was '" + was + "'");
  }

  /** Returns the issuer's identifier, as it publishes it. */
  String name() {
    return name;
  }

  /** Returns the host and port of the issuer, for display. */
  String host() {
    return URI.create(name).getRawAuthority();
  }

  /**
   * Returns the address of an endpoint; empty if the issuer does not publish it.
   *
   * @throws InvalidSpecException if secrets must not be sent to the address
   */
  Optional<URI> endpoint(String member) {
    String text = published.path(member).asString("");
    return text.isEmpty() ? Optional.empty() : Optional.of(url(text));
  }

  /** Returns the texts of a list in the metadata; empty if it is absent. */
  List<String> list(String member) {
    return published.path(member).valueStream().map(each -> each.asString("")).toList();
  }

  /** Returns the value of a flag in the metadata; false if it is absent. */
  boolean does(String member) {
    return published.path(member).asBoolean(false);
  }

  /** Selects the keys that verify the issuer's signatures. */
  JWSVerificationKeySelector<SecurityContext> keys() {
    return new JWSVerificationKeySelector<>(ALGORITHMS, keys);
  }
}
