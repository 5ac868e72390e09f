package org.plimsoll.fleet.generator;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plimsoll.fleet.control.SecondsStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores one-second results that wait for a coordinator, one file for each. At most {@value
 * #FILES_MAX} results of a run are stored; a further one replaces the oldest. Not thread-safe.
 */
final class SecondFiles implements SecondsStore {
  /** Maximum number of files, enough for more than a day. */
  private static final int FILES_MAX = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(SecondFiles.class);

  private final Path folder;
  private final int member;
  private final int filesMax;

  /** The number of the first stored result of each run. */
  private final Map<String, Long> first = new TreeMap<>();

  /**
   * @param folder the folder, created when needed
   * @param member number of the member in this process; each member numbers its results from 1
   */
  SecondFiles(Path folder, int member) {
    this(folder, member, FILES_MAX);
  }

  SecondFiles(Path folder, int member, int filesMax) {
    this.folder = folder;
    this.member = member;
    this.filesMax = filesMax;
  }

  @Override
  public void put(String run, long number, long second, byte[] data) {
    forget(run, Math.max(number - filesMax, first.computeIfAbsent(run, _ -> number) - 1));
    try {
      Path _ = Files.createDirectories(folder);
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file(run, number)))) {
        out.writeLong(second);
        out.write(data);
      }
    } catch (IOException e) {
      LOG.warn(
          "One-second result {} of run {} is lost, because it cannot be stored: {}",
          number,
          run,
          e.toString());
    }
  }

  @Override
  public Optional<Stored> get(String run, long number) {
    Path file = file(run, number);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return Optional.of(new Stored(number, in.readLong(), in.readAllBytes()));
    } catch (IOException e) {
      LOG.warn("Cannot read one-second result {} of run {}: {}", number, run, e.toString());
      return Optional.empty();
    }
  }

  @Override
  public void forget(String run, long upToNumber) {
    long from = first.getOrDefault(run, upToNumber + 1);
    for (long number = from; number <= upToNumber; number++) {
      try {
        boolean _ = Files.deleteIfExists(file(run, number));
      } catch (IOException e) {
        LOG.debug("Cannot delete one-second result {} of run {}", number, run, e);
      }
    }
    first.merge(run, upToNumber + 1, Math::max);
  }

  private Path file(String run, long number) {
    return folder.resolve(run + "-" + member + "-" + number);
  }
}
