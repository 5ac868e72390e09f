package org.plimsoll.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.PropertySourceSpec;

/**
 * Property sources as people write them: {@code file(limits.properties)}, {@code
 * url(https://host/limits, 5s)}. They may hold secrets, so that messages never quote them whole.
 */
public final class PropertySourceText {
  static final String ALLOWED =
      "sources such as file(path), url(https://host/path,5s), url(s3://bucket/key,region=NAME),"
          + " jdbc(url,table,5s,user=name,password=env:NAME), environment or custom(name,…)";

  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String TOKEN = "token";
  private static final String DRIVER = "driver";
  private static final String REGION = "region";
  private static final String ENDPOINT = "endpoint";
  private static final String SESSION_TOKEN = "session-token";
  private static final Map<String, Set<String>> NAMED =
      Map.of(
          "url",
          Set.of("every", TOKEN, REGION, ENDPOINT, USER, PASSWORD, SESSION_TOKEN),
          "jdbc",
          Set.of("every", USER, PASSWORD, TOKEN, DRIVER));
  private static final Pattern NAMED_ARGUMENT = Pattern.compile("([a-z-]+)=(.*)", Pattern.DOTALL);

  /** Buckets of stores that are not Amazon's may have longer names, and underscores. */
  private static final Pattern S3 =
      Pattern.compile("s3://([A-Za-z0-9][A-Za-z0-9._-]{1,99})/([^\\p{Cntrl}]+)");

  /** It becomes a part of the host's name. */
  private static final Pattern REGION_NAME = Pattern.compile("[a-z0-9-]{1,63}");

  private static final Pattern TABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}");

  private final CallText call;
  private final List<String> positional = new ArrayList<>();
  private final Map<String, String> named = new LinkedHashMap<>();

  private PropertySourceText(CallText call) {
    this.call = call;
    Set<String> names = NAMED.getOrDefault(call.name(), Set.of());
    for (String argument : call.arguments()) {
      Matcher matcher = NAMED_ARGUMENT.matcher(argument);
      if (matcher.matches() && names.contains(matcher.group(1))) {
        if (named.put(matcher.group(1), matcher.group(2)) != null) {
          throw invalid("must give " + matcher.group(1) + " once");
        }
      } else {
        positional.add(argument);
      }
    }
  }

  /**
   * Reads sources with commas between them.
   *
   * @throws InvalidSpecException when one of them cannot be, with no secret in the sentence
   */
  static List<PropertySourceSpec> parseAll(String text) {
    List<PropertySourceSpec> sources = new ArrayList<>();
    for (String part : CallText.split(text, ',')) {
      PropertySourceSpec source = parse(part.strip());
      if (sources.stream().anyMatch(each -> each.name().equals(source.name()))) {
        throw new InvalidSpecException(
            "properties: must name a source once, was given '" + source.name() + "' twice");
      }
      sources.add(source);
    }
    return sources;
  }

  /**
   * The URLs of the hosts that sources would be read from.
   *
   * @throws InvalidSpecException when one of them cannot be, with no secret in the sentence
   */
  public static List<String> reached(String text) {
    return parseAll(text).stream().flatMap(source -> source.reached().stream()).toList();
  }

  private static PropertySourceSpec parse(String text) {
    CallText call;
    try {
      call = CallText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          "properties: must be " + ALLOWED + ", was '" + masked(text) + "'", e);
    }
    PropertySourceText source = new PropertySourceText(call);
    return switch (call.name()) {
      case "file" -> source.file(text);
      case "url" -> source.url();
      case "jdbc" -> source.jdbc();
      case "environment" -> {
        source.requireNoMore(0);
        yield new PropertySourceSpec.Environment();
      }
      case "custom" -> source.custom();
      default -> throw source.invalid("must be " + ALLOWED);
    };
  }

  private PropertySourceSpec file(String text) {
    int open = text.indexOf('(');
    String path = open < 0 ? "" : text.substring(open + 1, text.length() - 1).strip();
    if (path.isEmpty()) {
      throw invalid("must be file(path)");
    }
    return new PropertySourceSpec.File(path);
  }

  private PropertySourceSpec url() {
    long periodNanos = takePeriod();
    if (!positional.isEmpty() && positional.getFirst().startsWith("s3:")) {
      return s3(periodNanos);
    }
    requireNoMore(1, TOKEN);
    URI uri =
        http(
            positional.isEmpty() ? "" : positional.getFirst(),
            "must be url(https://host/path,5s) or url(s3://bucket/key,5s,region=NAME)");
    return new PropertySourceSpec.Url(uri, periodNanos, reference(TOKEN));
  }

  private PropertySourceSpec s3(long periodNanos) {
    requireNoMore(1, REGION, ENDPOINT, USER, PASSWORD, SESSION_TOKEN);
    Matcher object = S3.matcher(positional.getFirst());
    if (!object.matches()) {
      throw invalid("must be url(s3://bucket/key,5s,region=NAME)");
    }
    String region = named.get(REGION);
    if (region != null && !REGION_NAME.matcher(region).matches()) {
      throw invalid("must have a region such as eu-central-1");
    }
    String endpoint = named.get(ENDPOINT);
    String user = named.get(USER);
    boolean hasSecrets = named.containsKey(PASSWORD) || named.containsKey(SESSION_TOKEN);
    if (user == null ? hasSecrets : !named.containsKey(PASSWORD)) {
      throw invalid("must have user (access key id) and password (secret access key), or neither");
    }
    return new PropertySourceSpec.S3Object(
        object.group(1),
        object.group(2),
        periodNanos,
        region,
        endpoint == null ? null : endpoint(endpoint),
        user,
        reference(PASSWORD),
        reference(SESSION_TOKEN));
  }

  private URI endpoint(String text) {
    String must = "must have an endpoint such as https://host:9000";
    URI uri = http(text, must);
    if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw invalid(must);
    }
    return uri;
  }

  private URI http(String text, String must) {
    try {
      URI uri = new URI(text);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The same sentence.
    }
    throw invalid(must);
  }

  private PropertySourceSpec jdbc() {
    long periodNanos = takePeriod();
    if (positional.size() < 2 || !positional.getFirst().startsWith("jdbc:")) {
      throw invalid("must be jdbc(jdbc:…, table) or jdbc(jdbc:…, select name, value from …)");
    }
    requireNoMore(Integer.MAX_VALUE, USER, PASSWORD, DRIVER);
    String url = positional.getFirst();
    String asked = String.join(", ", positional.subList(1, positional.size())).strip();
    boolean isTable = TABLE.matcher(asked).matches();
    if (!isTable && !asked.regionMatches(true, 0, "select ", 0, 7)) {
      throw invalid("must ask for a table, or by 'select name, value from …'");
    }
    return new PropertySourceSpec.Jdbc(
        url,
        isTable ? "select name, value from " + asked : asked,
        isTable ? asked : "query " + Integer.toHexString(asked.hashCode()),
        periodNanos,
        named.get(USER),
        reference(PASSWORD),
        named.get(DRIVER));
  }

  private PropertySourceSpec custom() {
    if (positional.isEmpty() || positional.getFirst().isEmpty()) {
      throw invalid("must be custom(name,…)");
    }
    return new PropertySourceSpec.Custom(
        positional.getFirst(), positional.subList(1, positional.size()));
  }

  /** The period, which is named or comes last. */
  private long takePeriod() {
    String text = named.remove("every");
    if (text == null && positional.size() > 1 && positional.getLast().matches("\\d+(ms|s|m|h)")) {
      text = positional.removeLast();
    }
    if (text == null) {
      return PERIOD.toNanos();
    }
    try {
      Duration period = Quantities.parseDuration(text);
      if (period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0) {
        return period.toNanos();
      }
    } catch (IllegalArgumentException e) {
      // The same sentence.
    }
    throw invalid("must be asked every 100ms to 1d");
  }

  private @Nullable String reference(String name) {
    String text = named.get(name);
    if (text != null && !SecretReference.isOne(text)) {
      throw invalid("must have its " + name + " as " + SecretReference.ALLOWED);
    }
    return text;
  }

  private void requireNoMore(int most, String... names) {
    boolean unknown = named.keySet().stream().anyMatch(name -> !Set.of(names).contains(name));
    if (positional.size() > most || unknown) {
      throw invalid("must be " + ALLOWED);
    }
  }

  private InvalidSpecException invalid(String must) {
    String whole =
        call.name()
            + (call.arguments().isEmpty() ? "" : "(" + String.join(",", call.arguments()) + ")");
    return new InvalidSpecException("properties: " + must + ", was '" + masked(whole) + "'");
  }

  /**
   * The text as it may be shown: without credentials, queries of URLs, and arguments of classes.
   */
  static String masked(String text) {
    return text.replaceAll("://[^\\s)]*@", "://***@")
        .replaceAll("(jdbc:(?:[a-z0-9]+:)+)[^/\\s)][^\\s)]*@", "$1***@")
        .replaceAll("((?:://|jdbc:)[^?;,)\\s]*)[?;][^,)\\s]*", "$1?***")
        .replaceAll("\\b(password|token)=(?!env:|file:)[^,)]*", "$1=***")
        .replaceAll("(custom\\([^,)]*),[^)]*", "$1,***");
  }
}
