package org.plimsoll.settings.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.Secret;

/**
 * Parses discoveries: {@code dns(_plimsoll._tcp.example.org)}. Discoveries of targets have a name:
 * {@code cache=dns(redis.example.org,port=6379)}.
 */
public final class DiscoveryText {
  private static final String KEY = "discovery";
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}");
  private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9_.$-]{1,128}");

  /** The folder in which a pod finds the credentials of its service account. */
  private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/";

  private static final Argument<DiscoveredNode> NODE =
      Argument.of("node", NodeText.ALLOWED, NodeText::parse, Reached.nothing())
          .used(Argument.Use.REPEATED_AT_LEAST_ONCE);
  private static final Argument<String> FILE = Argument.file().used(Argument.Use.WHOLE);
  private static final Argument<String> QUERY =
      Argument.of("query", "a DNS name", text -> checked(text, HOST_NAME), Reached.nothing());
  private static final Argument<Integer> PORT =
      Argument.of("port", "a port up to 65535", DiscoveryText::port, Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("0")
          .describedAs("port of the nodes, if the source does not report one");
  private static final Argument<InetSocketAddress> SERVER =
      keyed(Addresses.hostPort("dns"), "server").describedAs("DNS server; default: the system's");
  private static final Argument<Long> EVERY =
      Argument.of("every", "a duration from 1s to 1h", DiscoveryText::period, Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("30s")
          .describedAs("maximum time between two reads");
  private static final Argument<URI> URL = Addresses.http();
  private static final Argument<String> APPLICATION = service("application");
  private static final Argument<String> SERVICE_NAME = service("service");
  private static final Argument<Secret> USER =
      SecretReference.argument("user", "user name for the registry");
  private static final Argument<Secret> PASSWORD =
      SecretReference.argument("password", "password for the registry");
  private static final Argument<Secret> TOKEN =
      SecretReference.argument("token", "authorizes requests");
  private static final Argument<String> NAMESPACE =
      service("namespace").used(Argument.Use.KEYED).withDefault("default");
  private static final Argument<String> PORT_NAME =
      Argument.of(
              "port",
              "the name or number of a port",
              text -> text.isEmpty() ? text : checked(text, SERVICE),
              Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("")
          .describedAs("name or number of the port; empty: the first port");
  private static final Argument<String> PORT_ENTRY =
      Argument.of(
              "port",
              "a number, or the name of an entry in the metadata of the instances",
              text -> text.isEmpty() ? text : checked(text, SERVICE),
              Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("")
          .describedAs("port or metadata entry with the port; empty: the port of the instance");
  private static final Argument<URI> API =
      keyed(URL, "api").withDefault("https://kubernetes.default.svc");
  private static final Argument<Secret> ACCOUNT_TOKEN =
      TOKEN.withDefault("file:" + ACCOUNT + "token").describedAs("token of a service account");
  private static final Argument<String> AUTHORITY =
      keyed(Argument.file(), "ca")
          .withDefault(ACCOUNT + "ca.crt")
          .describedAs("CA certificates of the API server");
  private static final Argument<Map.Entry<String, String>> INSTANCE_TAG =
      Argument.of(
              "name=value", "a tag such as role=plimsoll", DiscoveryText::tag, Reached.nothing())
          .used(Argument.Use.REPEATED)
          .describedAs(
              "tags of the instances; without tags: the auto-scaling group of this instance");
  private static final Argument<String> ADDRESS =
      Argument.choice("address", "private", "public")
          .used(Argument.Use.KEYED)
          .withDefault("private");
  private static final Argument<String> TAG =
      Argument.plainText("tag").used(Argument.Use.KEYED).withDefault("");
  private static final Argument<String> DATACENTER =
      Argument.plainText("datacenter").used(Argument.Use.KEYED).withDefault("");
  private static final Argument<String> FOLDER =
      Argument.of(
          "name",
          "the name of a folder in the drivers folder",
          text -> checked(text, SERVICE),
          folder -> List.of(new Reached.Code(folder)));
  private static final Argument<String> ARGUMENT =
      Argument.plainText("argument").used(Argument.Use.REPEATED).asSecret();

  public static final Forms<DiscoverySpec> FORMS =
      Forms.<DiscoverySpec>of(
              KEY,
              Form.<DiscoverySpec>of(
                  "static",
                  "a list that does not change",
                  List.of(NODE),
                  given -> new DiscoverySpec.Listed(given.all(NODE))),
              Form.of(
                  "file",
                  "a file with a node in each line, read when it changes",
                  FILE,
                  DiscoverySpec.File::new),
              Form.<DiscoverySpec>of(
                  "dns",
                  "the addresses of a name, or the SRV records of one that starts with _",
                  List.of(QUERY, PORT, SERVER, EVERY),
                  given ->
                      new DiscoverySpec.Dns(
                          given.get(QUERY), given.get(PORT), given.find(SERVER), given.get(EVERY))),
              Form.<DiscoverySpec>of(
                  "eureka",
                  "an application in Eureka",
                  List.of(URL, APPLICATION, PORT_ENTRY, EVERY, USER, PASSWORD),
                  given ->
                      new DiscoverySpec.Eureka(
                          given.get(URL),
                          given.get(APPLICATION),
                          given.get(PORT_ENTRY),
                          given.get(EVERY),
                          given.get(USER),
                          given.get(PASSWORD))),
              Form.<DiscoverySpec>of(
                  "kubernetes",
                  "the endpoint slices of a service",
                  List.of(SERVICE_NAME, NAMESPACE, PORT_NAME, API, ACCOUNT_TOKEN, AUTHORITY),
                  given ->
                      new DiscoverySpec.Kubernetes(
                          given.get(SERVICE_NAME),
                          given.get(NAMESPACE),
                          given.get(PORT_NAME),
                          given.get(API),
                          given.get(ACCOUNT_TOKEN),
                          given.get(AUTHORITY))),
              Form.<DiscoverySpec>of(
                  "ec2",
                  "instances by their tags, or those of this auto-scaling group",
                  List.of(INSTANCE_TAG, PORT, ADDRESS, EVERY),
                  DiscoveryText::ec2),
              Form.<DiscoverySpec>of(
                  "consul",
                  "a service in Consul",
                  List.of(URL, SERVICE_NAME, TAG, DATACENTER, TOKEN),
                  given ->
                      new DiscoverySpec.Consul(
                          given.get(URL),
                          given.get(SERVICE_NAME),
                          given.get(TAG),
                          given.get(DATACENTER),
                          given.get(TOKEN))),
              Form.<DiscoverySpec>of(
                  "custom",
                  "a class that finds nodes",
                  List.of(FOLDER, ARGUMENT),
                  given -> new DiscoverySpec.Custom(given.get(FOLDER), given.all(ARGUMENT))))
          .shownBy(text -> ShownText.ofAll(DiscoveryText.FORMS, text.strip()));

  private DiscoveryText() {}

  /** Returns the allowed discoveries of targets, as a phrase after "must be". */
  public static String allowed() {
    return "NAME= before " + FORMS.allowed();
  }

  /**
   * Parses discoveries of targets, which are separated by commas: {@code cache=dns(…),db=file(…)}.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a value is invalid; the message
   *     contains no secret
   */
  public static List<DiscoverySpec.Named> parseAll(String text) {
    List<DiscoverySpec.Named> all = new ArrayList<>();
    for (String part : parts(text)) {
      String called = nameOf(part);
      if (all.stream().anyMatch(each -> each.called().equals(called))) {
        throw Refusal.of(KEY, "must use each name once", shown(text));
      }
      all.add(new DiscoverySpec.Named(called, FORMS.parse(formOf(part))));
    }
    return all;
  }

  /** Returns the external resources that discoveries of targets reach. */
  public static List<Reached> reachedByAll(String text) {
    return parts(text).stream().flatMap(part -> reached(formOf(part)).stream()).toList();
  }

  private static List<Reached> reached(String text) {
    List<Reached> all = new ArrayList<>(FORMS.reached(text));
    if (FORMS.parse(text) instanceof DiscoverySpec.Ec2) {
      all.add(new Reached.InstanceMetadata());
    }
    return all;
  }

  /** Returns discoveries of targets with their secrets as {@code ***}. */
  public static String shown(String text) {
    try {
      return Call.split(text, ',').stream()
          .map(part ->
              NAME.matcher(nameOf(part)).matches()
                  ? nameOf(part) + "=" + ShownText.ofAll(FORMS, formOf(part))
                  : ShownText.ofAll(FORMS, part))
          .collect(Collectors.joining(","));
    } catch (IllegalArgumentException e) {
      return "***";
    }
  }

  private static List<String> parts(String text) {
    List<String> parts;
    try {
      parts = Call.split(text, ',');
    } catch (IllegalArgumentException e) {
      throw Refusal.of(KEY, String.valueOf(e.getMessage()), shown(text), e);
    }
    for (String part : parts) {
      if (!NAME.matcher(nameOf(part)).matches()) {
        throw Refusal.of(
            KEY,
            "must have a name of lower-case letters, digits and hyphens, as in"
                + " cache=dns(redis.example.org)",
            shown(text));
      }
    }
    return parts;
  }

  /** Returns the text before the first equals sign outside parentheses; empty if there is none. */
  private static String nameOf(String part) {
    int equals = part.indexOf('=');
    int open = part.indexOf('(');
    return equals < 0 || (open >= 0 && open < equals) ? "" : part.substring(0, equals).strip();
  }

  private static String formOf(String part) {
    return part.substring(part.indexOf('=') + 1).strip();
  }

  private static DiscoverySpec ec2(Arguments given) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (Map.Entry<String, String> tag : given.all(INSTANCE_TAG)) {
      tags.put(tag.getKey(), tag.getValue());
    }
    return new DiscoverySpec.Ec2(
        tags, given.get(PORT), given.get(ADDRESS).equals("public"), given.get(EVERY));
  }

  private static Map.Entry<String, String> tag(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("must be name=value");
    }
    return Map.entry(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }

  private static <T> Argument<T> keyed(Argument<T> of, String name) {
    return new Argument<>(
        name,
        Argument.Use.KEYED,
        of.allowed(),
        of.help(),
        of.defaultText(),
        of.secret(),
        of.parser(),
        of.reached());
  }

  private static Argument<String> service(String name) {
    return Argument.of(
        name,
        "a name of letters, digits, hyphens, underscores and dots",
        text -> checked(text, SERVICE),
        Reached.nothing());
  }

  private static String checked(String text, Pattern allowed) {
    if (!allowed.matcher(text).matches()) {
      throw new IllegalArgumentException("does not have the required form");
    }
    return text;
  }

  private static int port(String text) {
    int port = Integer.parseInt(text);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("must be a port");
    }
    return port;
  }

  private static long period(String text) {
    Duration period = Quantities.parseDuration(text);
    if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("must be from 1s to 1h");
    }
    return period.toNanos();
  }
}
