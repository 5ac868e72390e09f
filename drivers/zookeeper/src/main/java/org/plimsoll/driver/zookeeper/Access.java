package org.plimsoll.driver.zookeeper;

import java.util.List;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/** The ACL of nodes that the driver creates. */
enum Access {
  OPEN,
  CREATOR;

  List<ACL> list() {
    return this == OPEN ? ZooDefs.Ids.OPEN_ACL_UNSAFE : ZooDefs.Ids.CREATOR_ALL_ACL;
  }
}
