package org.plimsoll.cli;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.UninstalledDriver;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Installs the libraries of a driver from a Maven repository. Each file must have the SHA-256 that
 * the archive lists, so the libraries are those that the release was built with. Mirrors, proxies
 * and credentials come from the user's Maven settings.
 */
final class DriverInstaller {
  /** A library in the list of an archive. */
  record Library(String sha256, Artifact artifact) {
    private static final Pattern LINE =
        Pattern.compile(
            "(?<sha256>[0-9a-f]{64})  (?<group>[\\w.-]+(?:/[\\w.-]+)*)/(?<name>[\\w.-]+)"
                + "/(?<version>[\\w.+-]+)/\\k<name>-\\k<version>"
                + "(?:-(?<classifier>[\\w.-]+))?\\.jar");

    /**
     * Reads a line of the list.
     *
     * @throws InvalidSpecException if the text is not valid
     */
    static Library parse(String line) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches() || line.contains("/../")) {
        throw new InvalidSpecException("the list of libraries has the line '" + line + "'");
      }
      String classifier = matcher.group("classifier");
      return new Library(
          matcher.group("sha256"),
          new DefaultArtifact(
              matcher.group("group").replace('/', '.'),
              matcher.group("name"),
              classifier == null ? "" : classifier,
              "jar",
              matcher.group("version")));
    }
  }

  private final @Nullable String repository;
  private final @Nullable Path cache;

  /**
   * Creates an installer.
   *
   * @param repository URL of the only repository that is asked; null for those of Maven's settings,
   *     and Maven Central
   * @param cache the local Maven repository; null for that of Maven's settings
   */
  DriverInstaller(@Nullable String repository, @Nullable Path cache) {
    this.repository = repository;
    this.cache = cache;
  }

  /**
   * Installs a driver, whole or not at all.
   *
   * @param root the folder of drivers to install into; null for that of the archive
   * @return the folder with the driver's jars
   * @throws InvalidSpecException if a library cannot be downloaded or differs from the one of the
   *     release, or the folder is not writable
   */
  Path install(UninstalledDriver driver, @Nullable Path root) {
    Path folder = root == null ? driver.folder() : root.resolve(driver.name());
    Path installed = folder.resolve(UninstalledDriver.INSTALLED);
    try {
      Files.createDirectories(folder);
      Path begun = Files.createTempDirectory(folder, "install-");
      try {
        copyOwnJars(driver, begun);
        copyLibraries(driver, begun);
        move(begun, installed);
      } finally {
        delete(begun);
      }
    } catch (AccessDeniedException | FileAlreadyExistsException e) {
      throw new InvalidSpecException(
          "cannot write to "
              + folder
              + ": run this as its owner, or give another folder with --to DIR and use it with"
              + " --drivers DIR",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return installed;
  }

  private static void copyOwnJars(UninstalledDriver driver, Path to) throws IOException {
    Path apart = driver.folder().resolve(UninstalledDriver.APART);
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(apart, "*.jar")) {
      for (Path jar : jars) {
        Files.copy(jar, to.resolve(String.valueOf(jar.getFileName())));
      }
    }
  }

  private void copyLibraries(UninstalledDriver driver, Path to) throws IOException {
    Path list = driver.folder().resolve(UninstalledDriver.APART).resolve(UninstalledDriver.JARS);
    List<Library> libraries;
    try (Stream<String> lines = Files.lines(list)) {
      libraries = lines.filter(line -> !line.isBlank()).map(Library::parse).toList();
    }
    ContextOverrides.Builder overrides = ContextOverrides.create().withUserSettings(true);
    if (cache != null) {
      overrides.withLocalRepositoryOverride(cache);
    }
    if (repository != null) {
      overrides.repositories(
          List.of(new RemoteRepository.Builder("given", "default", repository).build()));
    }
    try (Context maven = Runtimes.INSTANCE.getRuntime().create(overrides.build())) {
      for (Library library : libraries) {
        Path file = resolve(maven, library.artifact());
        if (!sha256(file).equals(library.sha256())) {
          throw new InvalidSpecException(
              file
                  + " is not the "
                  + library.artifact()
                  + " that this release was built with: its SHA-256 is "
                  + sha256(file)
                  + ", must be "
                  + library.sha256());
        }
        Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
      }
    }
  }

  private static Path resolve(Context maven, Artifact artifact) {
    try {
      return maven
          .repositorySystem()
          .resolveArtifact(
              maven.repositorySystemSession(),
              new ArtifactRequest(artifact, maven.remoteRepositories(), null))
          .getArtifact()
          .getFile()
          .toPath();
    } catch (ArtifactResolutionException e) {
      throw new InvalidSpecException(
          "no " + artifact + " in " + shown(maven.remoteRepositories()) + ": " + cause(e), e);
    }
  }

  private static String shown(List<RemoteRepository> repositories) {
    return String.join(", ", repositories.stream().map(RemoteRepository::getUrl).toList());
  }

  private static String cause(Throwable error) {
    Throwable last = error;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String message = last.getMessage();
    return message == null
        ? last.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DigestInputStream digest =
            new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      digest.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Moves an installed driver into place. Two processes that install at once install the same
   * files.
   */
  private static void move(Path begun, Path installed) throws IOException {
    if (!Files.isDirectory(installed)) {
      try {
        Files.move(begun, installed, StandardCopyOption.ATOMIC_MOVE);
      } catch (DirectoryNotEmptyException | FileAlreadyExistsException e) {
        if (!Files.isDirectory(installed)) {
          throw e;
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
