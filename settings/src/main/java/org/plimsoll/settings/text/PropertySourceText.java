package org.plimsoll.settings.text;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.PropertySourceSpec;

/**
 * Parses property sources: {@code file(limits.properties)}, {@code url(https://host/limits, 5s)}.
 * Sources may contain secrets, which are masked in messages.
 */
public final class PropertySourceText {
  private static final String KEY = "properties";
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Pattern PERIOD = Pattern.compile("\\d+(ms|s|m|h)");

  /** Buckets of stores other than Amazon S3 may have longer names and underscores. */
  private static final Pattern S3 =
      Pattern.compile("s3://([A-Za-z0-9][A-Za-z0-9._-]{1,99})/([^\\p{Cntrl}]+)");

  /** The name of a region, which becomes part of the host name. */
  private static final Pattern REGION_NAME = Pattern.compile("[a-z0-9-]{1,63}");

  private static final Pattern TABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}");

  private static final Argument<String> FILE = Argument.file().used(Argument.Use.WHOLE);
  private static final Argument<URI> HTTP =
      Argument.of("url", "an http or https URL", Addresses::http, PropertySourceText::host);
  private static final Argument<Matcher> OBJECT =
      Argument.of(
          "s3://bucket/key",
          "the URL of an object",
          PropertySourceText::object,
          // The host is derived from the endpoint or the region, see reached().
          Reached.nothing());
  private static final Argument<String> JDBC_URL =
      Argument.of(
          "jdbc-url",
          "a URL such as jdbc:postgresql://host/db",
          text -> checked(text, text.startsWith("jdbc:")),
          url -> List.of(new Reached.Database(url)));
  private static final Argument<String> QUERY =
      Argument.plainText("table-or-query")
          .used(Argument.Use.REPEATED_AT_LEAST_ONCE)
          .describedAs("a table with columns name and value, or select name, value from …");
  private static final Argument<Long> EVERY =
      Argument.of(
              "every", "a duration from 100ms to 1d", PropertySourceText::period, Reached.nothing())
          .used(Argument.Use.POSITION_OR_KEY)
          .withDefault("5s")
          .describedAs("time between two reads");
  private static final Argument<Long> EVERY_OF_TABLE = EVERY.used(Argument.Use.KEYED);
  private static final Argument<String> TOKEN = secret("token", "bearer token");
  private static final Argument<String> USER =
      keyed("user", "text", text -> text, SecretReference::reached)
          .describedAs("user name, or access key id of S3");
  private static final Argument<String> PASSWORD =
      secret("password", "password, or secret access key of S3");
  private static final Argument<String> SESSION_TOKEN =
      secret("session-token", "session token of temporary credentials of S3");
  private static final Argument<String> REGION =
      keyed(
          "region",
          "a name such as eu-central-1",
          text -> checked(text, REGION_NAME.matcher(text).matches()),
          Reached.nothing());
  private static final Argument<URI> ENDPOINT =
      keyed(
              "endpoint",
              "a URL such as https://host:9000",
              PropertySourceText::endpoint,
              PropertySourceText::host)
          .describedAs("URL of a store other than Amazon S3");
  private static final Argument<String> DRIVER =
      keyed(
              "driver",
              "the name of a folder in the drivers folder",
              text -> text,
              PropertySourceText::code)
          .describedAs("folder with the JDBC driver, unless it is on the class path");
  private static final Argument<String> NAME =
      Argument.of(
          "name",
          "the name of a folder in the drivers folder",
          text -> checked(text, !text.isEmpty()),
          PropertySourceText::code);
  private static final Argument<String> ARGUMENT =
      Argument.plainText("argument").used(Argument.Use.REPEATED).asSecret();

  public static final Forms<PropertySourceSpec> FORMS =
      Forms.<PropertySourceSpec>of(
              KEY,
              Form.of(
                  "file",
                  "a file of properties or YAML, read when it changes",
                  FILE,
                  PropertySourceSpec.File::new),
              Form.<PropertySourceSpec>of(
                      "url",
                      "an object in a store with the protocol of S3",
                      List.of(OBJECT, EVERY, REGION, ENDPOINT, USER, PASSWORD, SESSION_TOKEN),
                      PropertySourceText::s3)
                  .withRule(
                      "both user (access key id) and password (secret access key), or neither")
                  .appliesTo(texts -> texts.stream().anyMatch(each -> each.startsWith("s3:"))),
              Form.<PropertySourceSpec>of(
                  "url",
                  "a file of properties or YAML, read over HTTP",
                  List.of(HTTP, EVERY, TOKEN),
                  given ->
                      new PropertySourceSpec.Url(
                          given.get(HTTP), given.get(EVERY), given.find(TOKEN))),
              Form.<PropertySourceSpec>of(
                      "jdbc",
                      "the rows of a database; the last argument may be the time between two reads",
                      List.of(JDBC_URL, QUERY, EVERY_OF_TABLE, USER, PASSWORD, DRIVER),
                      PropertySourceText::jdbc)
                  .withRule("a table, or a query that starts with select, read every 100ms to 1d"),
              Form.of(
                  "environment",
                  "the environment variables that start with PLIMSOLL_",
                  PropertySourceSpec.Environment::new),
              Form.<PropertySourceSpec>of(
                  "custom",
                  "a class that reports value changes",
                  List.of(NAME, ARGUMENT),
                  given -> new PropertySourceSpec.Custom(given.get(NAME), given.all(ARGUMENT))))
          .shownBy(text -> masked(text.strip()));

  private PropertySourceText() {}

  /**
   * Parses sources, which are separated by commas.
   *
   * @throws InvalidSpecException if a value is invalid; the message contains no secret
   */
  public static List<PropertySourceSpec> parseAll(String text) {
    List<PropertySourceSpec> sources = FORMS.parseAll(text);
    List<String> names = new ArrayList<>();
    for (PropertySourceSpec source : sources) {
      if (names.contains(source.name())) {
        throw Refusal.of(KEY, "must name each source once", masked(text));
      }
      names.add(source.name());
    }
    return sources;
  }

  /**
   * Returns the external resources that sources reach: hosts, files, secrets and classes.
   *
   * @throws InvalidSpecException if a value is invalid; the message contains no secret
   */
  public static List<Reached> reached(String text) {
    List<Reached> all = new ArrayList<>(FORMS.reachedByAll(text));
    for (PropertySourceSpec source : parseAll(text)) {
      if (source instanceof PropertySourceSpec.S3Object object) {
        object.reached().ifPresent(url -> all.addAll(host(URI.create(url))));
      }
    }
    return all;
  }

  private static List<Reached> host(URI uri) {
    return List.of(Reached.Hosts.of(uri));
  }

  private static List<Reached> code(String folder) {
    return List.of(new Reached.Code(folder));
  }

  private static <T> Argument<T> keyed(
      String name,
      String allowed,
      Function<String, T> parser,
      Function<? super T, List<Reached>> reached) {
    return Argument.of(name, allowed, parser, reached).used(Argument.Use.KEYED);
  }

  private static Argument<String> secret(String name, String help) {
    return keyed(
            name,
            SecretReference.ALLOWED,
            text -> checked(text, SecretReference.isOne(text)),
            SecretReference::reached)
        .asSecret()
        .describedAs(help);
  }

  private static String checked(String text, boolean isAllowed) {
    if (!isAllowed) {
      throw new IllegalArgumentException("does not have the required form");
    }
    return text;
  }

  private static Matcher object(String text) {
    Matcher object = S3.matcher(text);
    checked(text, object.matches());
    return object;
  }

  private static URI endpoint(String text) {
    URI uri = Addresses.http(text);
    checked(
        text,
        uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null);
    return uri;
  }

  private static long period(String text) {
    Duration period = Quantities.parseDuration(text);
    checked(text, period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0);
    return period.toNanos();
  }

  private static PropertySourceSpec s3(Arguments given) {
    Matcher object = given.get(OBJECT);
    @Nullable String user = given.find(USER);
    @Nullable String password = given.find(PASSWORD);
    @Nullable String sessionToken = given.find(SESSION_TOKEN);
    boolean isComplete = user == null ? password == null && sessionToken == null : password != null;
    checked("", isComplete);
    return new PropertySourceSpec.S3Object(
        object.group(1),
        object.group(2),
        given.get(EVERY),
        given.find(REGION),
        given.find(ENDPOINT),
        user,
        password,
        sessionToken);
  }

  /**
   * Creates a database source from its arguments. The query may contain commas, so it is the
   * remaining text, except for a polling interval at its end.
   */
  private static PropertySourceSpec jdbc(Arguments given) {
    List<String> parts = new ArrayList<>(given.all(QUERY));
    long everyNanos = given.get(EVERY_OF_TABLE);
    if (PERIOD.matcher(parts.getLast()).matches()) {
      everyNanos = period(parts.removeLast());
    }
    String query = String.join(", ", parts).strip();
    boolean isTable = TABLE.matcher(query).matches();
    checked(query, isTable || query.regionMatches(true, 0, "select ", 0, 7));
    return new PropertySourceSpec.Jdbc(
        given.get(JDBC_URL),
        isTable ? "select name, value from " + query : query,
        isTable ? query : "query " + Integer.toHexString(query.hashCode()),
        everyNanos,
        given.find(USER),
        given.find(PASSWORD),
        given.find(DRIVER));
  }

  /**
   * Returns a text in which credentials, queries of URLs and arguments of classes are {@code ***}.
   */
  public static String masked(String text) {
    return ShownText.ofAll(FORMS, text);
  }
}
