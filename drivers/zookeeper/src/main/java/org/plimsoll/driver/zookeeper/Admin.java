package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** Creates the parents of rows, and counts and deletes rows, over a separate connection. */
final class Admin {
  private static final int DELETED_AT_ONCE = 500;

  private final Keeper keeper;
  private final ZooKeeperAddress address;
  private final Paths paths;
  private final List<ACL> access;

  Admin(Keeper keeper, ZooKeeperAddress address, Paths paths, List<ACL> access) {
    this.keeper = keeper;
    this.address = address;
    this.paths = paths;
    this.access = access;
  }

  private interface Work<T> {
    T with(ZooKeeper handle) throws KeeperException, InterruptedException;
  }

  private <T> T perform(Work<T> work) throws IOException, InterruptedException {
    try {
      return work.with(keeper.handle());
    } catch (KeeperException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  /** Creates the parents of rows and the nodes above them. */
  void create() throws IOException, InterruptedException {
    boolean _ =
        perform(handle -> {
          String path = address.path();
          for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            create(handle, path.substring(0, slash));
          }
          create(handle, path);
          for (String parent : paths.parents()) {
            create(handle, parent);
          }
          return true;
        });
  }

  private void create(ZooKeeper handle, String path) throws KeeperException, InterruptedException {
    if (handle.exists(path, false) == null) {
      try {
        var _ = handle.create(path, new byte[0], access, CreateMode.PERSISTENT);
      } catch (KeeperException.NodeExistsException e) {
        // Another client has created it in the meantime.
      }
    }
  }

  long count() throws IOException, InterruptedException {
    return perform(handle -> {
      long rows = 0;
      for (String parent : paths.parents()) {
        Stat stat = handle.exists(parent, false);
        rows += stat == null ? 0 : stat.getNumChildren();
      }
      return rows;
    });
  }

  void truncate() throws IOException, InterruptedException {
    boolean _ =
        perform(handle -> {
          for (String parent : paths.parents()) {
            if (handle.exists(parent, false) != null) {
              delete(handle, parent, handle.getChildren(parent, false));
            }
          }
          return true;
        });
  }

  /**
   * Deletes rows in multis. If another client has deleted some of them in the meantime, they are
   * deleted one by one.
   */
  private static void delete(ZooKeeper handle, String parent, List<String> names)
      throws KeeperException, InterruptedException {
    for (int from = 0; from < names.size(); from += DELETED_AT_ONCE) {
      List<String> some = names.subList(from, Math.min(names.size(), from + DELETED_AT_ONCE));
      List<Op> deletes = new ArrayList<>(some.size());
      some.forEach(name -> deletes.add(Op.delete(parent + '/' + name, -1)));
      try {
        var _ = handle.multi(deletes);
      } catch (KeeperException.NoNodeException e) {
        for (String name : some) {
          deleteOne(handle, parent + '/' + name);
        }
      }
    }
  }

  private static void deleteOne(ZooKeeper handle, String path)
      throws KeeperException, InterruptedException {
    try {
      handle.delete(path, -1);
    } catch (KeeperException.NoNodeException e) {
      // Another client has deleted it.
    }
  }
}
