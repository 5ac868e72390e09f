package org.plimsoll.driver.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native library, which is unpacked once into the user's cache. By default, RocksDB
 * unpacks it into the system's temporary folder at each start, and leaves it there if the process
 * is killed.
 */
final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Loads the native library, unless it is already loaded.
   *
   * @param fallback folder for the library if the cache is not writable
   */
  static void load(Path fallback) throws IOException {
    String packedName = Environment.getJniLibraryFileName("rocksdb");
    URL packed = RocksDB.class.getClassLoader().getResource(packedName);
    if (packed == null) {
      // Another C library, or an unknown platform: RocksDB selects the library.
      RocksDB.loadLibrary();
      return;
    }
    // The name differs from the name in the jar, because loadLibrary(paths) looks for
    // librocksdbjnijni-….
    String name = Environment.getJniLibraryFileName("rocksdbjni");
    Path folder;
    try {
      folder = unpack(packed, cacheFolder().resolve(jarName()), name);
    } catch (IOException e) {
      folder = unpack(packed, fallback, name);
    }
    RocksDB.loadLibrary(List.of(folder.toString()));
  }

  private static Path unpack(URL packed, Path folder, String name) throws IOException {
    Path library = folder.resolve(name);
    var connection = packed.openConnection();
    connection.setUseCaches(false);
    try (InputStream content = connection.getInputStream()) {
      if (!Files.exists(library) || Files.size(library) != connection.getContentLengthLong()) {
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, name, ".part");
        try {
          Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
          // The move is atomic, because another process may do the same concurrently.
          Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(part);
        }
      }
    }
    return folder;
  }

  private static Path cacheFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache != null && !cache.isEmpty()
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home"), ".cache");
    return root.resolve("plimsoll");
  }

  /** Returns the name of the library in the jar, which includes the version of RocksDB. */
  private static String jarName() {
    String location = RocksDB.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Path.of(location).getFileName().toString().replaceFirst("\\.jar$", "");
  }
}
