package org.plimsoll.discovery;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.Plugins;

/**
 * What discoveries may reach, and where.
 *
 * @param plugins finds users' own classes
 * @param hosts is asked before each connection; that of a server for other users refuses the
 *     metadata of its instance, so that {@code ec2} works only for its operator
 * @param environment variables of this process
 * @param instanceMetadata the metadata service of this instance
 * @param ec2Endpoint the query API of EC2; null: the API of the region
 */
public record Access(
    Plugins plugins,
    HostCheck hosts,
    Map<String, String> environment,
    URI instanceMetadata,
    @Nullable URI ec2Endpoint) {
  /** The setting that names hosts, for messages. */
  static final String SETTING = "discovery";

  /** The address of the metadata service on every instance of EC2. */
  static final URI METADATA = URI.create("http://169.254.169.254");

  /** Access to the real services. */
  public static Access of(Plugins plugins, HostCheck hosts) {
    return new Access(plugins, hosts, System.getenv(), METADATA, null);
  }

  URI ec2(String region) {
    if (ec2Endpoint != null) {
      return ec2Endpoint;
    }
    String china = region.startsWith("cn-") ? ".cn" : "";
    return URI.create("https://ec2." + region + ".amazonaws.com" + china + "/");
  }
}
