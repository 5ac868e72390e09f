package org.plimsoll.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;
import org.plimsoll.discovery.Access;
import org.plimsoll.discovery.PlatformLabels;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.LabelsSpec;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.cluster.ClusterSettings;
import org.plimsoll.fleet.cluster.NodeAddress;
import org.plimsoll.fleet.cluster.TlsFiles;
import org.plimsoll.fleet.discovery.FleetSeeds;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.settings.text.LabelsText;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of a server that is a node of a fleet. */
final class FleetOptions {
  static final String FLEET = "--fleet";
  static final String FLEET_HOST = "--fleet-host";
  static final String FLEET_PORT = "--fleet-port";
  private static final String NODE = "--node";
  private static final String SEED = "--seed";
  private static final String DISCOVERY = "--discovery";
  private static final String WEIGHT = "--weight";
  private static final String LABEL = "--label";
  private static final String LABELS_FROM = "--labels-from";
  private static final String FOLDER = "--fleet-certificates";
  private static final String CA = "--fleet-ca";
  private static final String CERTIFICATE = "--fleet-certificate";
  private static final String KEY = "--fleet-key";
  private static final List<String> PLACES = List.of("region", "datacenter", "rack", "host");

  private final ParseResult given;
  private final UnaryOperator<@Nullable String> environment;
  private @Nullable Map<String, String> platform;

  /**
   * @param environment returns an environment variable; null if it is not set
   */
  FleetOptions(ParseResult given, UnaryOperator<@Nullable String> environment) {
    this.given = given;
    this.environment = environment;
  }

  static void addTo(CommandSpec spec) {
    ServeOptions.group(spec, "Fleet", all().toArray(OptionSpec[]::new));
  }

  private static List<OptionSpec> all() {
    return List.of(
        Options.value(
            FLEET, "NAME", "Name of the fleet to join; without a name, the server runs alone."),
        Options.list(
            SEED,
            "HOST:PORT",
            "Node to join through; repeatable. Without any, this node starts the fleet."),
        Options.value(
            DISCOVERY,
            "SOURCE",
            "Finds the nodes to join through, as in dns(_plimsoll._tcp.example.org); see"
                + " docs/discovery.md."),
        Options.value(
            FLEET_HOST, "ADDRESS", "Address on which other nodes connect to this one (127.0.0.1)."),
        Options.value(
            FLEET_PORT, "N", "Port on which other nodes connect (" + NodeAddress.PORT + ")."),
        Options.value(NODE, "NAME", "Name of this node (address and port for other nodes)."),
        Options.value("--region", "NAME", "Region of this node (PLIMSOLL_REGION)."),
        Options.value("--datacenter", "NAME", "Its datacenter (PLIMSOLL_DATACENTER)."),
        Options.value("--rack", "NAME", "Rack or zone of this node (PLIMSOLL_RACK)."),
        Options.value(
            WEIGHT, "N", "Weight of this node: its share is N divided by the sum of all (1)."),
        Options.list(
            LABEL,
            "KEY=VALUE",
            "Another label of this node (PLIMSOLL_LABELS, with commas); repeatable."),
        Options.value(
            LABELS_FROM,
            "PLATFORM",
            "Read labels from ec2, kubernetes or eureka(url,application); see docs/fleet.md."),
        Options.value(
            FOLDER,
            "DIR",
            "Folder from 'plimsoll fleet certificates'; replaces the next three options."),
        Options.value(CA, "FILE", "PEM file with the fleet's CA certificates."),
        Options.value(CERTIFICATE, "FILE", "PEM file with this node's certificate chain."),
        Options.value(KEY, "FILE", "PEM file with the private key (PKCS #8)."));
  }

  /** Returns whether this server is a node of a fleet. */
  boolean isNode() {
    if (given.hasMatchedOption(FLEET)) {
      return true;
    }
    for (OptionSpec option : all()) {
      if (given.hasMatchedOption(option.longestName())) {
        throw new InvalidSpecException(
            option.longestName() + ": must be given with " + FLEET + " NAME");
      }
    }
    return false;
  }

  /**
   * Returns the discovery of the nodes to join through; null without {@code --discovery}. Nothing
   * is read yet.
   *
   * @param plugins finds users' own classes
   */
  @Nullable FleetSeeds discovery(Plugins plugins, Consumer<String> notices) {
    String source = Options.text(given, DISCOVERY);
    if (source == null) {
      return null;
    }
    if (given.hasMatchedOption(SEED)) {
      throw new InvalidSpecException(DISCOVERY + ": must not be given together with " + SEED);
    }
    NodeAddress address = address();
    NodeLabels labels = labels();
    DiscoveredNode self =
        DiscoveredNode.of(address.host(), address.port())
            .in(
                Objects.requireNonNullElse(labels.rack(), ""),
                Objects.requireNonNullElse(labels.datacenter(), ""));
    Access access = Access.of(plugins, HostCheck.ANY);
    try {
      return FleetSeeds.of(source, access, self, NodeAddress.PORT, Clock.system(), notices);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(DISCOVERY + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns the settings with which this node joins the fleet.
   *
   * @param page the address of its page
   * @param found nodes that a discovery has found, this one among them; empty without a discovery
   */
  ClusterSettings settings(String page, List<HostPort> found, Consumer<String> notices) {
    NodeAddress address = address();
    return new ClusterSettings(
        text(FLEET, ""),
        address,
        found.isEmpty() ? seeds() : found.stream().map(FleetOptions::found).toList(),
        new NodeIdentity(name(address), page, PlimsollServer.version(), labels()),
        weight(),
        tls(text(FLEET_HOST, ServerSettings.LOOPBACK)),
        !found.isEmpty(),
        notices);
  }

  /** Converts the address of a node that a discovery has found. */
  static NodeAddress found(HostPort node) {
    return NodeAddress.parse(DISCOVERY, node.toString());
  }

  private List<NodeAddress> seeds() {
    List<NodeAddress> seeds = new ArrayList<>();
    for (String text : Options.texts(given, SEED)) {
      for (String each : text.split(",", -1)) {
        seeds.add(NodeAddress.parse(SEED, each.strip()));
      }
    }
    return seeds;
  }

  private int weight() {
    return (int) Options.number(WEIGHT, text(WEIGHT, "1"), 1, ClusterSettings.WEIGHT_MAX);
  }

  private NodeAddress address() {
    String host = text(FLEET_HOST, ServerSettings.LOOPBACK);
    return NodeAddress.parse(
        FLEET_HOST + " and " + FLEET_PORT,
        (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + text(FLEET_PORT, String.valueOf(NodeAddress.PORT)));
  }

  private String name(NodeAddress address) {
    String name = text(NODE, address.toString());
    if (!name.matches("[\\p{Alnum}][\\p{Alnum}._:\\[\\]-]{0,99}")) {
      throw new InvalidSpecException(
          NODE + ": must be a name of letters, digits, '.', '_', ':' and '-', was '" + name + "'");
    }
    return name;
  }

  /** Returns the labels that the platform reports, which are read once. */
  private Map<String, String> platform() {
    Map<String, String> known = platform;
    if (known == null) {
      String text = Options.text(given, LABELS_FROM);
      known = text == null ? Map.of() : read(LabelsText.FORMS.parse(text));
      platform = known;
    }
    return known;
  }

  private Map<String, String> read(LabelsSpec source) {
    Map<String, String> variables = new TreeMap<>();
    for (String name : PlatformLabels.VARIABLES) {
      String text = environment.apply(name);
      if (text != null) {
        variables.put(name, text);
      }
    }
    try {
      return new PlatformLabels(variables).read(source);
    } catch (IOException e) {
      throw new InvalidSpecException(LABELS_FROM + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InvalidSpecException(LABELS_FROM + ": was interrupted", e);
    }
  }

  /**
   * Returns the labels of this node. The environment overrides the platform, and the command line
   * overrides both.
   */
  private NodeLabels labels() {
    Map<String, String> labels = new TreeMap<>(platform());
    String listed = environment.apply("PLIMSOLL_LABELS");
    if (listed != null && !listed.isBlank()) {
      for (String each : listed.split(",", -1)) {
        add(labels, "PLIMSOLL_LABELS", each.strip());
      }
    }
    for (String place : PLACES) {
      String found = environment.apply("PLIMSOLL_" + place.toUpperCase(java.util.Locale.ROOT));
      if (found != null && !found.isBlank()) {
        labels.put(place, found.strip());
      }
    }
    Options.texts(given, LABEL).forEach(each -> add(labels, LABEL, each));
    for (String place : PLACES) {
      String found = Options.text(given, "--" + place);
      if (found != null && !place.equals("host")) { // --host is the address of the page
        labels.put(place, found);
      }
    }
    String region = labels.remove("region");
    String datacenter = labels.remove("datacenter");
    String rack = labels.remove("rack");
    String host = labels.remove("host");
    return new NodeLabels(region, datacenter, rack, host == null ? hostName() : host, labels);
  }

  private static void add(Map<String, String> labels, String origin, String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || !text.substring(0, equals).matches("[A-Za-z0-9._/-]{1,63}")) {
      throw new InvalidSpecException(origin + ": must be KEY=VALUE, was '" + text + "'");
    }
    labels.put(text.substring(0, equals), text.substring(equals + 1));
  }

  private static @Nullable String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private TlsFiles tls(String host) {
    String folder = Options.text(given, FOLDER);
    String authority = Options.text(given, CA);
    String certificate = Options.text(given, CERTIFICATE);
    String key = Options.text(given, KEY);
    if (folder != null && authority == null && certificate == null && key == null) {
      return TlsFiles.in(Path.of(folder), host);
    }
    if (folder == null && authority != null && certificate != null && key != null) {
      return new TlsFiles(Path.of(authority), Path.of(certificate), Path.of(key));
    }
    throw new InvalidSpecException(
        FLEET
            + ": needs certificates, because nodes accept only members. 'plimsoll fleet"
            + " certificates"
            + " --out certificates "
            + host
            + "' makes them; then give "
            + FOLDER
            + " certificates, or the three files by "
            + CA
            + ", "
            + CERTIFICATE
            + " and "
            + KEY);
  }

  private String text(String option, String absent) {
    String text = Options.text(given, option);
    return text == null ? absent : text;
  }
}
