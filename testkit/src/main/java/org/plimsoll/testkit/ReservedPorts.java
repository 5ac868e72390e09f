package org.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The ports that this process has reserved for its servers. A port remains reserved before the
 * server opens it, and between a kill and a restart. File locks show the reservations to other
 * processes of the same user.
 */
final class ReservedPorts {
  private static final Path FOLDER =
      Path.of(
          System.getProperty("java.io.tmpdir"),
          "plimsoll-ports-" + System.getProperty("user.name"));

  private static final Map<Integer, FileLock> LOCKS = new HashMap<>();

  private ReservedPorts() {}

  /**
   * Reserves the loopback port if it is free and not reserved. Returns whether it was.
   *
   * <p>A port that another process has reserved is not opened to check whether it is free. Its
   * server may be starting again.
   */
  static synchronized boolean reserve(int port) {
    if (LOCKS.containsKey(port)) {
      return false;
    }
    try {
      Files.createDirectories(FOLDER);
      FileChannel file =
          FileChannel.open(
              FOLDER.resolve(String.valueOf(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock == null || !isFree(port)) {
        file.close();
        return false;
      }
      LOCKS.put(port, lock);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot reserve port " + port + " in " + FOLDER, e);
    }
  }

  /** Whether the loopback port is free now. To check this, the port is opened briefly. */
  private static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
