package org.plimsoll.server.security;

import static com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod.S256;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.security.SignInFailure.Failed;

/**
 * The authorization-code flow of OpenID Connect: a browser returns from the issuer with a code, for
 * which the issuer then issues an ID token. A proof key (PKCE, RFC 7636) binds the code to its
 * request, a nonce binds the token, and a state binds the browser. The issuer's name in the
 * response (RFC 9207) identifies the sender.
 */
public final class OidcCodeFlow {
  private final OidcIssuer issuer;
  private final OidcClient client;
  private final RoleClaim role;
  private final URI authorization;
  private final URI token;
  private final @Nullable URI userInfo;
  private final IDTokenValidator verifier;
  private final OidcExchange exchange = new OidcExchange();

  /**
   * One login attempt.
   *
   * @param back the address to which the issuer redirects the browser
   */
  record Attempt(URI back, State state, Nonce nonce, CodeVerifier key) {
    static Attempt to(URI back) {
      return new Attempt(back, new State(), new Nonce(), new CodeVerifier());
    }
  }

  /**
   * @throws InvalidSpecException if the issuer does not support this flow
   */
  public OidcCodeFlow(OidcIssuer issuer, OidcClient client, RoleClaim role) {
    this.issuer = issuer;
    this.client = client;
    this.role = role;
    this.authorization = required("authorization_endpoint");
    this.token = required("token_endpoint");
    this.userInfo = issuer.endpoint("userinfo_endpoint").orElse(null);
    this.verifier =
        new IDTokenValidator(
            new Issuer(issuer.name()), new ClientID(client.id()), issuer.keys(), null);
  }

  private URI required(String member) {
    return issuer
        .endpoint(member)
        .orElseThrow(() ->
            new InvalidSpecException(
                "--oidc: must be an issuer with an " + member + ", was '" + issuer.name() + "'"));
  }

  /** Returns the host name of the issuer. */
  String host() {
    return issuer.host();
  }

  /** Returns the issuer's URL to which a browser is redirected for an attempt. */
  URI address(Attempt attempt) {
    return new AuthenticationRequest.Builder(
            ResponseType.CODE, client.scope(), new ClientID(client.id()), attempt.back())
        .endpointURI(authorization)
        .state(attempt.state())
        .nonce(attempt.nonce())
        .codeChallenge(attempt.key(), S256)
        .build()
        .toURI();
  }

  /**
   * Ends an attempt and returns the caller.
   *
   * @param query the query of the callback
   */
  Caller finish(Attempt attempt, Map<String, List<String>> query) throws Failed {
    OIDCTokens tokens = tokens(attempt, code(attempt, query));
    Map<String, Object> claims = verified(attempt, tokens.getIDToken());
    Optional<Caller> caller = role.caller(claims);
    if (caller.isEmpty()) {
      caller = role.caller(more(claims, tokens.getAccessToken()));
    }
    return caller.orElseThrow(
        () -> new Failed(SignInFailure.NO_ROLE, "the claim " + role.path() + " names no role"));
  }

  private AuthorizationCode code(Attempt attempt, Map<String, List<String>> query) throws Failed {
    AuthenticationResponse response;
    try {
      response = AuthenticationResponseParser.parse(attempt.back(), query);
    } catch (ParseException e) {
      throw untrusted("its answer to the browser is malformed");
    }
    Issuer sender = response.getIssuer();
    boolean mustSaySo = issuer.does("authorization_response_iss_parameter_supported");
    if (sender == null ? mustSaySo : !sender.getValue().equals(issuer.name())) {
      throw untrusted("the answer comes from another issuer");
    }
    if (!response.indicatesSuccess()) {
      throw refusal(response.toErrorResponse().getErrorObject());
    }
    AuthorizationCode code = response.toSuccessResponse().getAuthorizationCode();
    if (code == null) {
      throw untrusted("its answer has no code");
    }
    return code;
  }

  /** Returns the failure for an error that the issuer returns instead of a code. */
  private static Failed refusal(@Nullable ErrorObject error) {
    String word = word(error);
    return new Failed(
        switch (word) {
          case "access_denied", "login_required", "interaction_required", "consent_required" ->
              SignInFailure.DENIED;
          case "server_error", "temporarily_unavailable" -> SignInFailure.UNREACHABLE;
          default -> SignInFailure.NO_CLIENT;
        },
        "it answers a browser " + word);
  }

  private OIDCTokens tokens(Attempt attempt, AuthorizationCode code) throws Failed {
    AuthorizationCodeGrant grant = new AuthorizationCodeGrant(code, attempt.back(), attempt.key());
    ClientAuthentication secret = authentication();
    TokenRequest.Builder asked =
        secret == null
            ? new TokenRequest.Builder(token, new ClientID(client.id()), grant)
            : new TokenRequest.Builder(token, secret, grant);
    try {
      HTTPResponse answer = asked.build().toHTTPRequest().send(exchange);
      if (answer.getStatusCode() >= 500) {
        throw new Failed(
            SignInFailure.UNREACHABLE, "its token endpoint answers " + answer.getStatusCode());
      }
      TokenResponse tokens = OIDCTokenResponseParser.parse(answer);
      if (!tokens.indicatesSuccess()) {
        String word = word(tokens.toErrorResponse().getErrorObject());
        throw new Failed(
            word.equals("invalid_grant") ? SignInFailure.REJECTED : SignInFailure.NO_CLIENT,
            "its token endpoint answers " + word);
      }
      return ((OIDCTokenResponse) tokens.toSuccessResponse()).getOIDCTokens();
    } catch (IOException e) {
      throw new Failed(SignInFailure.UNREACHABLE, "its token endpoint does not answer");
    } catch (ParseException e) {
      throw untrusted("its token endpoint answers in an unknown form");
    }
  }

  /**
   * Returns the client authentication: in the header, which RFC 6749 prefers, or in the form if the
   * issuer supports only that.
   */
  private @Nullable ClientAuthentication authentication() {
    String secret = client.secret();
    if (secret == null) {
      return null;
    }
    List<String> methods = issuer.list("token_endpoint_auth_methods_supported");
    ClientID id = new ClientID(client.id());
    return !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
        ? new ClientSecretPost(id, new Secret(secret))
        : new ClientSecretBasic(id, new Secret(secret));
  }

  private Map<String, Object> verified(Attempt attempt, @Nullable JWT token) throws Failed {
    if (token == null) {
      throw untrusted("its answer has no ID token");
    }
    try {
      return verifier.validate(token, attempt.nonce()).toJSONObject();
    } catch (KeySourceException e) {
      throw new Failed(SignInFailure.UNREACHABLE, "its keys are not available");
    } catch (BadJOSEException | JOSEException e) {
      throw untrusted("its ID token is invalid: " + e.getMessage());
    }
  }

  /** Adds the claims of the userinfo endpoint, since many issuers omit them from the ID token. */
  private Map<String, Object> more(Map<String, Object> claims, @Nullable AccessToken access)
      throws Failed {
    URI place = userInfo;
    if (place == null || access == null) {
      return claims;
    }
    try {
      UserInfoResponse answer =
          UserInfoResponse.parse(new UserInfoRequest(place, access).toHTTPRequest().send(exchange));
      if (!answer.indicatesSuccess() || answer.toSuccessResponse().getUserInfo() == null) {
        return claims;
      }
      Map<String, Object> all =
          new HashMap<>(answer.toSuccessResponse().getUserInfo().toJSONObject());
      if (!String.valueOf(claims.get("sub")).equals(all.get("sub"))) {
        throw untrusted("its userinfo endpoint describes another subject");
      }
      all.putAll(claims);
      return all;
    } catch (IOException e) {
      throw new Failed(SignInFailure.UNREACHABLE, "its userinfo endpoint does not answer");
    } catch (ParseException e) {
      throw untrusted("its userinfo endpoint answers in an unknown form");
    }
  }

  private static Failed untrusted(String message) {
    return new Failed(SignInFailure.UNTRUSTED, message);
  }

  /** Returns the code of an error for the log. Any other text is dropped, since it is untrusted. */
  private static String word(@Nullable ErrorObject error) {
    String code = error == null ? null : error.getCode();
    return code != null && code.matches("[a-z_]{1,60}") ? code : "with an error without a code";
  }
}
