package org.plimsoll.server.security;

import com.nimbusds.oauth2.sdk.Scope;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The registration of this server as a client of an issuer.
 *
 * @param secret client secret; null for a public client
 * @param scopes the scopes to request in addition to {@code openid} and {@code profile}
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

  /** Returns a text without the secret. */
  @Override
  public String toString() {
    return id;
  }
}
