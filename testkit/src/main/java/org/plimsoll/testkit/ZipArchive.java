package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Servers that come as an archive. */
public final class ZipArchive {
  private ZipArchive() {}

  /**
   * Unpacks one that holds a folder.
   *
   * @return that folder, in the other
   */
  public static Path unpack(Path archive, Path folder) throws IOException {
    Path home = folder;
    try (InputStream file = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
          throw new IOException(archive + " leads out of its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.resolve("..").normalize());
          Files.copy(zip, path);
        }
        home = folder.resolve(folder.relativize(path).getName(0));
      }
    }
    return home;
  }
}
