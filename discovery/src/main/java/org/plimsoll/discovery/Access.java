package org.plimsoll.discovery;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.Plugins;

/**
 * The services that discoveries may use, and their addresses.
 *
 * @param plugins finds users' own classes
 * @param hosts checks each connection; on a server for other users it rejects the metadata of the
 *     instance, so that {@code ec2} works only for the operator
 * @param environment environment variables of this process
 * @param instanceMetadata address of this instance's metadata service
 * @param ec2Endpoint query API of EC2; null = the API of the region
 */
public record Access(
    Plugins plugins,
    HostCheck hosts,
    Map<String, String> environment,
    URI instanceMetadata,
    @Nullable URI ec2Endpoint) {
  /** The setting that names hosts, for messages. */
  static final String SETTING = "discovery";

  /** The address of the metadata service on every EC2 instance. */
  static final URI METADATA = URI.create("http://169.254.169.254");

  /** Returns access to the real services. */
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
