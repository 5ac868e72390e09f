package org.plimsoll.engine.spec;

import java.net.URI;

/** A platform that knows the location of this process. Creating it reads nothing. */
public sealed interface LabelsSpec {
  /** The metadata service of this EC2 instance. */
  record Ec2() implements LabelsSpec {}

  /**
   * The downward API of Kubernetes, which provides the pod's labels as a file.
   *
   * @param file path of the file in the mounted volume
   */
  record Kubernetes(String file) implements LabelsSpec {}

  /**
   * The record of this instance in Eureka's registry.
   *
   * @param uri the service URL, which ends with {@code /eureka} by default
   * @param host the address of this instance in the registry; empty = any address of this machine
   */
  record Eureka(URI uri, String application, String host, Secret user, Secret password)
      implements LabelsSpec {}
}
