package org.plimsoll.server.security;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Role;

/**
 * The claim of a token that names the caller's role. If the claim contains several roles, the
 * highest applies. Names may have the prefix {@code plimsoll-}.
 *
 * @param path the path of the claim, such as {@code roles} or {@code realm_access.roles}
 */
public record RoleClaim(String path) {
  private static final String PREFIX = "plimsoll-";

  /** Returns the caller that the claims describe; empty if they name no role. */
  Optional<Caller> caller(Map<String, Object> claims) {
    return role(claims).map(role -> new Caller(name(claims), role));
  }

  private static String name(Map<String, Object> claims) {
    return claims.get("preferred_username") instanceof String name && !name.isBlank()
        ? name
        : String.valueOf(claims.get("sub"));
  }

  private Optional<Role> role(Map<String, Object> claims) {
    Object found = claims;
    for (String part : path.split("\\.", -1)) {
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
