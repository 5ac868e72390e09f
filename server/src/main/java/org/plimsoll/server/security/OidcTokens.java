package org.plimsoll.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.report.ResultJson;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * JSON Web Tokens of an OpenID Connect issuer: signature by its published keys, issuer, audience
 * and time are checked (RFC 7519, RFC 9068). The role is the highest of those that a claim names,
 * with or without {@code plimsoll-} before it.
 */
public final class OidcTokens implements Credentials {
  private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int ANSWER_BYTES_MAX = 256 * 1024;
  private static final int TOKEN_CHARACTERS_MAX = 16 * 1024;
  private static final String PREFIX = "plimsoll-";
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

  private final DefaultJWTProcessor<SecurityContext> processor;
  private final List<String> roleClaim;

  private OidcTokens(DefaultJWTProcessor<SecurityContext> processor, List<String> roleClaim) {
    this.processor = processor;
    this.roleClaim = roleClaim;
  }

  /**
   * Asks an issuer where its keys are.
   *
   * @param roleClaim such as {@code roles}, or {@code realm_access.roles} within another
   * @throws InvalidSpecException when it is no issuer, or does not answer
   */
  public static OidcTokens of(String issuer, String audience, String roleClaim) {
    DefaultResourceRetriever retriever =
        new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, ANSWER_BYTES_MAX);
    URL keys = keys(issuer, retriever);
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            ALGORITHMS, JWKSourceBuilder.create(keys, retriever).retrying(true).build()));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            audience,
            new JWTClaimsSet.Builder().issuer(issuer).build(),
            Set.of("sub", "exp", "aud")));
    return new OidcTokens(processor, List.of(roleClaim.split("\\.")));
  }

  private static URL keys(String issuer, DefaultResourceRetriever retriever) {
    String place = issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration";
    try {
      JsonNode found =
          ResultJson.mapper().readTree(retriever.retrieveResource(url(place)).getContent());
      if (!found.path("issuer").asString("").equals(issuer)) {
        throw refused(
            "must be the issuer that " + place + " names, '" + found.path("issuer") + "'", issuer);
      }
      return url(found.path("jwks_uri").asString(""));
    } catch (IOException | JacksonException e) {
      throw refused("must be an issuer that answers at " + place, issuer);
    }
  }

  private static URL url(String text) {
    try {
      URI uri = URI.create(text);
      String host = Objects.requireNonNullElse(uri.getHost(), "");
      boolean isHere = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
      if ("https".equals(uri.getScheme()) || (isHere && "http".equals(uri.getScheme()))) {
        return uri.toURL();
      }
    } catch (IllegalArgumentException | MalformedURLException e) {
      // Told below.
    }
    throw refused("must be an https URL with keys at another (http for this machine)", text);
  }

  private static InvalidSpecException refused(String allowed, String was) {
    return new InvalidSpecException("--oidc: " + allowed + ", was '" + was + "'");
  }

  @Override
  public String kind() {
    return "oidc";
  }

  @Override
  public Optional<Known> whose(String token) {
    if (token.length() > TOKEN_CHARACTERS_MAX || token.chars().filter(c -> c == '.').count() != 2) {
      return Optional.empty();
    }
    try {
      JWTClaimsSet claims = processor.process(token, null);
      Role role =
          role(claims)
              .orElseThrow(() ->
                  Problem.forbidden(
                      "The claim "
                          + String.join(".", roleClaim)
                          + " of the token names no role: viewer, operator or admin."));
      return Optional.of(
          new Known(new Caller(name(claims), role), claims.getExpirationTime().toInstant()));
    } catch (ParseException | BadJOSEException e) {
      return Optional.empty();
    } catch (JOSEException e) {
      LOG.warn("The keys of the issuer cannot be had: {}", e.getMessage());
      throw Problem.of(503, "Not now", "The issuer of the token does not say its keys.");
    }
  }

  private static String name(JWTClaimsSet claims) {
    Object name = claims.getClaim("preferred_username");
    return name instanceof String text && !text.isBlank() ? text : claims.getSubject();
  }

  private Optional<Role> role(JWTClaimsSet claims) {
    Object found = claims.getClaims();
    for (String part : roleClaim) {
      found = found instanceof Map<?, ?> map ? value(map, part) : null;
    }
    Collection<?> names =
        found instanceof Collection<?> several
            ? several
            : found == null ? List.of() : List.of(found);
    return names.stream()
        .map(String::valueOf)
        .map(name -> name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name)
        .map(Tokens::role)
        .flatMap(Optional::stream)
        .max(Role::compareTo);
  }

  private static @Nullable Object value(Map<?, ?> map, String key) {
    return map.get(key);
  }
}
