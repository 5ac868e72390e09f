package org.plimsoll.driver.voldemort;

import java.util.List;
import org.plimsoll.api.HostPort;

/** A server of the cluster, as {@code cluster.xml} describes it. */
record ClusterNode(int id, HostPort address, int zone, List<Integer> partitions) {
  @Override
  public String toString() {
    return id + " (" + address + ")";
  }
}
