package org.plimsoll.engine.spec;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;

/**
 * A source of nodes: those of a target, or the generators of a fleet. Creating it resolves no
 * addresses and opens no connections.
 */
public sealed interface DiscoverySpec {
  /** Returns the source as shown to users. It contains no secrets. */
  String name();

  /** A fixed list of nodes. */
  record Listed(List<DiscoveredNode> nodes) implements DiscoverySpec {
    public Listed {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String name() {
      return "static";
    }
  }

  /** A file with one node per line, read again whenever it changes. */
  record File(String path) implements DiscoverySpec {
    @Override
    public String name() {
      return "file " + path;
    }
  }

  /**
   * The addresses of a name, or its SRV records if a label starts with an underscore. It is queried
   * again when the records expire.
   *
   * @param port port of address records; 0 if unknown
   * @param server the DNS server; null = the servers of the system
   * @param mostNanos maximum time between two queries
   */
  record Dns(String query, int port, @Nullable InetSocketAddress server, long mostNanos)
      implements DiscoverySpec {
    /** Whether the records have ports. */
    public boolean isService() {
      return query.startsWith("_");
    }

    @Override
    public String name() {
      return "dns " + query;
    }
  }

  /**
   * An application in Eureka's registry.
   *
   * @param uri the service URL, which ends with {@code /eureka} by default
   * @param port port number, or name of a metadata entry of the instance that contains it; empty =
   *     the port of the instance
   */
  record Eureka(
      URI uri, String application, String port, long periodNanos, Secret user, Secret password)
      implements DiscoverySpec {
    @Override
    public String name() {
      return "eureka " + application + " at " + ShownUrl.of(uri.toString());
    }
  }

  /**
   * The endpoint slices of a Kubernetes service.
   *
   * @param port name or number of the port; empty = the first port
   * @param token token of a service account; empty = no authentication
   * @param authority PEM file with the CA certificates of the API server; empty = those of the JDK
   */
  record Kubernetes(
      String service, String namespace, String port, URI uri, Secret token, String authority)
      implements DiscoverySpec {
    @Override
    public String name() {
      return "kubernetes " + service;
    }
  }

  /**
   * EC2 instances in this instance's region.
   *
   * @param tags tags that all instances must have; empty = instances of this instance's
   *     auto-scaling group
   * @param port port of the store on each instance; 0 if unknown
   * @param isPublic whether the public addresses of the instances are used
   */
  record Ec2(Map<String, String> tags, int port, boolean isPublic, long periodNanos)
      implements DiscoverySpec {
    public Ec2 {
      tags = Map.copyOf(tags);
    }

    @Override
    public String name() {
      return tags.isEmpty() ? "ec2 auto-scaling group" : "ec2 " + String.join(",", tags.keySet());
    }
  }

  /**
   * A service in Consul.
   *
   * @param uri the HTTP API of an agent
   * @param tag a tag that the instances must have; empty = all instances
   * @param datacenter datacenter; empty = that of the agent
   */
  record Consul(URI uri, String service, String tag, String datacenter, Secret token)
      implements DiscoverySpec {
    @Override
    public String name() {
      return "consul " + service + " at " + ShownUrl.of(uri.toString());
    }
  }

  /** A user's class, in the folder with this name. */
  record Custom(String called, List<String> arguments) implements DiscoverySpec {
    public Custom {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String name() {
      return "custom " + called;
    }

    /** Returns the class without its arguments, which may contain secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /**
   * A named discovery, to which target URIs refer as {@code @NAME}.
   *
   * @param called lower-case letters, digits and hyphens
   */
  record Named(String called, DiscoverySpec spec) {}

  /**
   * The discovery of a target's nodes.
   *
   * @param zone this generator's zone; empty if unknown
   * @param region this generator's region; empty if unknown
   */
  record OfTarget(String called, DiscoverySpec spec, String zone, String region) {}
}
