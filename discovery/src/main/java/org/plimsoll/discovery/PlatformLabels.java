package org.plimsoll.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.LabelsSpec;

/**
 * Reads labels for the location of this process from its platform: {@code region}, {@code
 * datacenter}, {@code rack}, {@code host}, and others that help to find it.
 */
public final class PlatformLabels {
  /** The variable by which Amazon's own clients find another metadata service. */
  static final String ENDPOINT = "AWS_EC2_METADATA_SERVICE_ENDPOINT";

  private static final String NODE_NAME = "NODE_NAME";
  private static final String POD_NAME = "POD_NAME";
  private static final String POD_NAMESPACE = "POD_NAMESPACE";

  /** The environment variables that are used. */
  public static final List<String> VARIABLES =
      List.of(ENDPOINT, NODE_NAME, POD_NAME, POD_NAMESPACE);

  private static final String REGION = "region";
  private static final String DATACENTER = "datacenter";
  private static final String RACK = "rack";
  private static final String HOST = "host";
  private static final String TOPOLOGY = "topology.kubernetes.io/";
  private static final long NEVER_AGAIN = Long.MAX_VALUE;

  private final Map<String, String> environment;

  /**
   * @param environment environment variables of this process
   */
  public PlatformLabels(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * Reads the labels.
   *
   * @throws IOException if the platform does not answer, or does not know this process; the message
   *     is a sentence for the user
   */
  public Map<String, String> read(LabelsSpec spec) throws IOException, InterruptedException {
    return switch (spec) {
      case LabelsSpec.Ec2 _ -> ec2();
      case LabelsSpec.Kubernetes kubernetes -> kubernetes(Path.of(kubernetes.file()));
      case LabelsSpec.Eureka eureka -> eureka(eureka);
    };
  }

  /**
   * Returns the labels of this EC2 instance. The metadata service has a link-local address, which
   * is forbidden for all other purposes.
   */
  private Map<String, String> ec2() throws IOException, InterruptedException {
    String given = environment.getOrDefault(ENDPOINT, "");
    URI address;
    try {
      address = given.isBlank() ? Access.METADATA : URI.create(given.strip());
    } catch (IllegalArgumentException e) {
      throw new IOException(ENDPOINT + " must be an http URL, was '" + given + "'", e);
    }
    // A single request at the start, which the operator of this process has configured.
    try (CheckedHttp http = CheckedHttp.ofInstance(HostCheck.ANY)) {
      InstanceMetadata.Identity self = new InstanceMetadata(http, address, environment).identity();
      Map<String, String> labels = new TreeMap<>();
      place(labels, self.region(), self.zone());
      put(labels, "instance", self.instance());
      return labels;
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "the metadata service of this instance at "
              + address
              + " does not answer ("
              + e.getMessage()
              + "); is this an instance of EC2?",
          e);
    }
  }

  /**
   * Returns the labels of the pod from a file, and names from variables, as configured in the pod's
   * specification.
   */
  private Map<String, String> kubernetes(Path file) throws IOException {
    Properties pod = new Properties();
    boolean isMounted = true;
    try (var lines = Files.newBufferedReader(file)) {
      // The format is key="value" with escapes, which a properties reader also accepts.
      pod.load(lines);
    } catch (NoSuchFileException e) {
      isMounted = false;
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + file + "' must have key=\"value\" in each line", e);
    }
    Map<String, String> labels = new TreeMap<>();
    place(labels, quoted(pod, TOPOLOGY + REGION), quoted(pod, TOPOLOGY + "zone"));
    put(labels, HOST, environment.getOrDefault(NODE_NAME, ""));
    put(labels, "pod", environment.getOrDefault(POD_NAME, ""));
    put(labels, "namespace", environment.getOrDefault(POD_NAMESPACE, ""));
    if (labels.isEmpty()) {
      throw new IOException(
          (isMounted ? "'" + file + "' has no " + TOPOLOGY + "zone" : "there is no '" + file + "'")
              + ", and NODE_NAME, POD_NAME and POD_NAMESPACE are not set: mount the labels of the"
              + " pod, or set these variables, by the downward API");
    }
    return labels;
  }

  private static String quoted(Properties pod, String key) {
    String text = pod.getProperty(key, "").strip();
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static Map<String, String> eureka(LabelsSpec.Eureka spec)
      throws IOException, InterruptedException {
    DiscoverySpec.Eureka registry =
        new DiscoverySpec.Eureka(
            spec.uri(), spec.application(), "", NEVER_AGAIN, spec.user(), spec.password());
    List<DiscoveredNode> instances;
    EurekaSource source = new EurekaSource(registry, HostCheck.ANY);
    try {
      instances = source.read();
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(registry.name() + " cannot be read: " + e.getMessage(), e);
    } finally {
      source.close();
    }
    Set<String> own = spec.host().isEmpty() ? ownHosts() : Set.of(spec.host());
    DiscoveredNode self =
        instances.stream()
            .filter(each -> own.contains(each.host()))
            .findFirst()
            .orElseThrow(() ->
                new IOException(
                    registry.name()
                        + " has no instance at "
                        + String.join(", ", own)
                        + ": register this one first, or name its address by host="));
    Map<String, String> labels = new TreeMap<>();
    place(labels, self.region(), self.zone());
    put(labels, "eureka", spec.application());
    return labels;
  }

  /** Returns the names and addresses of this machine. */
  private static Set<String> ownHosts() throws IOException {
    Set<String> own = new HashSet<>();
    NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .map(InetAddress::getHostAddress)
        .map(address -> address.replaceFirst("%.*", ""))
        .forEach(own::add);
    InetAddress local = InetAddress.getLocalHost();
    own.add(local.getHostName());
    return own;
  }

  /** Adds a cloud region as a datacenter, and a zone as a rack, since stores use these terms. */
  private static void place(
      Map<String, String> labels, @Nullable String region, @Nullable String zone) {
    put(labels, REGION, region);
    put(labels, DATACENTER, region);
    put(labels, RACK, zone);
  }

  private static void put(Map<String, String> labels, String key, @Nullable String text) {
    if (text != null && !text.isBlank()) {
      labels.put(key, text);
    }
  }
}
