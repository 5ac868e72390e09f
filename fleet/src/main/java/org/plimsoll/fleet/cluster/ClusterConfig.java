package org.plimsoll.fleet.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.util.Map;
import org.plimsoll.fleet.Protocol;

/**
 * The Pekko configuration of a node. The part that is equal on all nodes is in {@code fleet.conf}.
 */
final class ClusterConfig {
  /** The name of the actor systems, which is part of the addresses of nodes. */
  static final String SYSTEM = "plimsoll";

  static final String FLEET = "plimsoll.fleet.name";
  static final String PROTOCOL = "plimsoll.fleet.protocol";

  private ClusterConfig() {}

  /**
   * Returns the configuration of a node. Configuration files and system properties of the user are
   * ignored.
   */
  static Config of(ClusterSettings settings) {
    ClassLoader loader = ClusterConfig.class.getClassLoader();
    Map<String, Object> own =
        Map.of(
            FLEET,
            settings.fleet(),
            PROTOCOL,
            Protocol.VERSION,
            "pekko.remote.artery.canonical.hostname",
            settings.address().host(),
            "pekko.remote.artery.canonical.port",
            settings.address().port(),
            "pekko.cluster.app-version",
            settings.identity().version());
    return ConfigFactory.parseMap(own)
        .withValue(
            "pekko.cluster.roles",
            ConfigValueFactory.fromIterable(NodeCard.roles(settings.identity())))
        .withFallback(ConfigFactory.parseResources(loader, "org/plimsoll/fleet/cluster/fleet.conf"))
        .withFallback(ConfigFactory.defaultReferenceUnresolved(loader))
        .resolve();
  }
}
