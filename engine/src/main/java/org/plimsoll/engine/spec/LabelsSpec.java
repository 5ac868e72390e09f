package org.plimsoll.engine.spec;

import java.net.URI;

/** A platform that knows where this process runs. Creating it reads nothing. */
public sealed interface LabelsSpec {
  /** The metadata service of this EC2 instance. */
  record Ec2() implements LabelsSpec {}

  /**
   * The downward API of Kubernetes.
   *
   * @param file the pod's labels, as a volume mounts them
   */
  record Kubernetes(String file) implements LabelsSpec {}

  /**
   * The record of this instance in Eureka's registry.
   *
   * @param uri the service URL, which ends with {@code /eureka} by default
   * @param host the address of this instance in the registry; empty = any of this machine
   */
  record Eureka(URI uri, String application, String host, Secret user, Secret password)
      implements LabelsSpec {}
}
