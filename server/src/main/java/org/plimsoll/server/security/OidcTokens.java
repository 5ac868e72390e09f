package org.plimsoll.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies JSON Web Tokens of an OpenID Connect issuer (RFC 7519, RFC 9068): the signature with its
 * published keys, the issuer, the audience and the time.
 */
public final class OidcTokens implements Credentials {
  private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);
  private static final int TOKEN_CHARACTERS_MAX = 16 * 1024;

  private final DefaultJWTProcessor<SecurityContext> verifier = new DefaultJWTProcessor<>();
  private final RoleClaim role;

  /**
   * @param audience the audience that tokens must have
   */
  public OidcTokens(OidcIssuer issuer, String audience, RoleClaim role) {
    this.role = role;
    verifier.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    verifier.setJWSKeySelector(issuer.keys());
    verifier.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            audience,
            new JWTClaimsSet.Builder().issuer(issuer.name()).build(),
            Set.of("sub", "exp", "aud")));
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
      JWTClaimsSet claims = verifier.process(token, null);
      Caller caller =
          role.caller(claims.getClaims())
              .orElseThrow(() ->
                  Problem.forbidden(
                      "The claim "
                          + role.path()
                          + " of the token names no role: viewer, operator or admin."));
      return Optional.of(new Known(caller, claims.getExpirationTime().toInstant()));
    } catch (ParseException | BadJOSEException e) {
      return Optional.empty();
    } catch (JOSEException e) {
      LOG.warn("The keys of the issuer are not available: {}", e.getMessage());
      throw Problem.of(503, "Unavailable", "The keys of the token's issuer are not available.");
    }
  }
}
