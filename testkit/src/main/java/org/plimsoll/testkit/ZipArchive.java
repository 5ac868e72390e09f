package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks servers that are published as ZIP archives. */
public final class ZipArchive {
  private ZipArchive() {}

  /**
   * Unpacks an archive with a single top-level folder.
   *
   * @return that folder, inside the target folder
   */
  public static Path unpack(Path archive, Path folder) throws IOException {
    Path home = folder;
    try (InputStream file = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
          throw new IOException(archive + " points outside its folder: " + entry.getName());
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
