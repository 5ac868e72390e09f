package org.plimsoll.server.security;

import com.nimbusds.oauth2.sdk.Scope;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * As what an issuer knows this server.
 *
 * @param secret null when it is a public client, which has none
 * @param scopes what it asks for besides {@code openid} and {@code profile}
 */
public record OidcClient(String id, @Nullable String secret, List<String> scopes) {
  public OidcClient {
    scopes = List.copyOf(scopes);
  }

  Scope scope() {
    return new Scope(
        Stream.concat(Stream.of("openid", "profile"), scopes.stream())
            .distinct()
            .toArray(String[]::new));
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return id;
  }
}
