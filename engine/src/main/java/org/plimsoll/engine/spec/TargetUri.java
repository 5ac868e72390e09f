package org.plimsoll.engine.spec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parsed target URI. More forms are accepted than in RFC 3986: {@code
 * redis://u:p@h:1,h:2/2?tls=true} has two hosts, {@code rocksdb:/data/x} has none, and {@code
 * jdbc:postgresql://u:p@h/db} has hosts after a nested scheme. The hosts of {@code
 * redis://@cache/2} are found by the discovery {@code cache}.
 *
 * @param address URI without scheme, credentials and query
 * @param user decoded user name; null if none
 * @param password decoded password; null if none
 * @param query decoded driver settings
 */
public record TargetUri(
    String scheme,
    boolean slashes,
    String address,
    @Nullable String user,
    @Nullable String password,
    Map<String, String> query) {
  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");
  private static final Pattern NESTED = Pattern.compile("(?:[a-z][a-z0-9+.-]*:)+//");
  private static final Pattern UNMARKED_CREDENTIALS = Pattern.compile("/?[^/@]*:[^/@]*@.*");
  private static final String MASK = "***";
  private static final String REFERENCE = "@";
  private static final int MAX_LENGTH = 8_192;
  private static final String ALLOWED =
      "must be a URI such as redis://127.0.0.1:6379, rocksdb:/data or sim:";

  public TargetUri {
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
  }

  /** Parses a target URI. */
  public static TargetUri parse(String uri) {
    int colon = uri.indexOf(':');
    String scheme = colon < 0 ? "" : uri.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!SCHEME.matcher(scheme).matches() || uri.length() > MAX_LENGTH) {
      throw new InvalidSpecException("target: " + ALLOWED + ", was '" + masked(uri) + "'");
    }
    if (uri.chars().anyMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c))) {
      throw new InvalidSpecException(
          "target: must have no blanks (write them as %20), was '" + masked(uri) + "'");
    }
    String rest = uri.substring(colon + 1);
    int fragment = rest.indexOf('?');
    Map<String, String> query = fragment < 0 ? Map.of() : parseQuery(rest.substring(fragment + 1));
    String address = fragment < 0 ? rest : rest.substring(0, fragment);
    boolean slashes = address.startsWith("//");
    String before = slashes ? "//" : nested(address);
    String user = null;
    String password = null;
    if (!before.isEmpty()) {
      address = address.substring(before.length());
      int slash = address.indexOf('/');
      int at = address.lastIndexOf('@', slash < 0 ? address.length() : slash);
      if (at >= 0) {
        String credentials = address.substring(0, at);
        // An @ without a user is a reference to a discovery: redis://@cache/2.
        address = address.substring(slashes && at == 0 ? 0 : at + 1);
        int split = credentials.indexOf(':');
        user = emptyToNull(split < 0 ? credentials : credentials.substring(0, split));
        password = split < 0 ? null : emptyToNull(credentials.substring(split + 1));
      }
    }
    boolean misplaced =
        before.isEmpty()
            ? UNMARKED_CREDENTIALS.matcher(address).matches()
            : address.indexOf('@', slashes ? 1 : 0) >= 0;
    if (misplaced) {
      throw new InvalidSpecException(
          "target: user and password must come after //, with / written as %2F and @ as %40, was '"
              + masked(uri)
              + "'");
    }
    String whole = (slashes ? "" : before) + decoded(address);
    return new TargetUri(scheme, slashes, whole, user, password, query);
  }

  /**
   * Returns the URI in displayable form, which can be parsed again.
   *
   * @param shownValue function from a setting's name and text to the text to display; the password
   *     is the setting {@code password}
   */
  public String shown(BinaryOperator<String> shownValue) {
    String before = slashes ? "//" : nested(address);
    StringBuilder shown = new StringBuilder(scheme).append(':').append(before);
    if (user != null || password != null) {
      shown.append(Optional.ofNullable(user).orElse(""));
      if (password != null) {
        String text = shownValue.apply("password", password);
        shown.append(':').append(text.replace("%", "%25").replace("/", "%2F").replace("@", "%40"));
      }
      shown.append('@');
    }
    shown.append(slashes ? address : address.substring(before.length()));
    String separator = "?";
    for (Map.Entry<String, String> setting : query.entrySet()) {
      String value = shownValue.apply(setting.getKey(), setting.getValue());
      shown.append(separator).append(setting.getKey()).append('=').append(value);
      separator = "&";
    }
    return shown.toString();
  }

  /** Returns the name of the discovery that finds the hosts; null if the address contains them. */
  public @Nullable String discovery() {
    return slashes && address.startsWith(REFERENCE)
        ? address.substring(REFERENCE.length()).split("[/,:]", 2)[0]
        : null;
  }

  /** Returns the address without the mark that refers to a discovery. */
  public String plainAddress() {
    return discovery() == null ? address : address.substring(REFERENCE.length());
  }

  /** Returns the same URI without the parts that are {@code ***} because they were secrets. */
  public TargetUri withoutMasked() {
    Map<String, String> rest = new LinkedHashMap<>(query);
    rest.values().removeIf(MASK::equals);
    return new TargetUri(
        scheme, slashes, address, user, MASK.equals(password) ? null : password, rest);
  }

  /**
   * Returns the part of an invalid URI that may be quoted. Everything before the last {@code @}
   * except the scheme is masked, since it may contain secrets, and so is everything after a {@code
   * ?} or {@code ;}.
   */
  public static String masked(String uri) {
    int at = uri.lastIndexOf('@');
    String host = uri.substring(at + 1);
    int end = firstOf(host, '?', ';');
    int query = firstOf(uri, '?', ';');
    String shown = end == host.length() ? host : host.substring(0, end + 1) + MASK;
    if (at < 0) {
      return shown;
    }
    int colon = uri.indexOf(':');
    String scheme = colon < 0 || colon > at ? "" : uri.substring(0, colon);
    boolean isScheme = SCHEME.matcher(scheme.toLowerCase(Locale.ROOT)).matches();
    String before =
        !isScheme ? "" : uri.startsWith("//", colon + 1) ? scheme + "://" : scheme + ":";
    // An @ in a query does not end a password.
    return query < at ? before + MASK : before + MASK + "@" + shown;
  }

  private static int firstOf(String text, char one, char other) {
    int at = 0;
    while (at < text.length() && text.charAt(at) != one && text.charAt(at) != other) {
      at++;
    }
    return at;
  }

  private static Map<String, String> parseQuery(String text) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String part : text.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new InvalidSpecException(
            "target: its query must be name=value&name=value; one part has no name or no '='");
      }
      String name = decoded(part.substring(0, equals));
      if (query.put(name, decoded(part.substring(equals + 1))) != null) {
        throw new InvalidSpecException(
            "target: its query must give a setting once, gives '" + name + "' twice");
      }
    }
    return query;
  }

  /** Returns the nested scheme, as in {@code jdbc:postgresql://host}; empty for other URIs. */
  private static String nested(String address) {
    Matcher matcher = NESTED.matcher(address);
    return matcher.lookingAt() ? matcher.group() : "";
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : decoded(text);
  }

  /**
   * Decodes percent-encoding as in RFC 3986. A plus remains a plus, unlike with {@code URLDecoder}.
   */
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] source = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < source.length; i++) {
      if (source[i] != '%') {
        bytes.write(source[i]);
        continue;
      }
      int high = i + 2 < source.length ? Character.digit(source[i + 1], 16) : -1;
      int low = i + 2 < source.length ? Character.digit(source[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw notEncoded();
      }
      bytes.write(high << 4 | low);
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw notEncoded();
    }
  }

  private static InvalidSpecException notEncoded() {
    return new InvalidSpecException(
        "target: a percent sign must start an encoded UTF-8 byte such as %20");
  }
}
