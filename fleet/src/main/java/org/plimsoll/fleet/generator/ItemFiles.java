package org.plimsoll.fleet.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plimsoll.fleet.control.ItemStore;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.Term;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores merged one-second results in files of bounded size, several for each run. Deletes the
 * oldest file when there are too many. Not thread-safe.
 */
final class ItemFiles implements ItemStore {
  /**
   * Maximum size of a file. All files of a run take at most 1 GiB: four hours of 60 nodes, or a day
   * of eight nodes.
   */
  private static final long FILE_BYTES = 32L << 20;

  private static final int FILES_MAX = 32;
  private static final Logger LOG = LoggerFactory.getLogger(ItemFiles.class);

  private final Path folder;
  private final long fileBytes;
  private final int filesMax;
  private final Map<String, Items> runs = new TreeMap<>();

  /**
   * @param folder the folder, created when needed
   */
  ItemFiles(Path folder) {
    this(folder, FILE_BYTES, FILES_MAX);
  }

  ItemFiles(Path folder, long fileBytes, int filesMax) {
    this.folder = folder;
    this.fileBytes = fileBytes;
    this.filesMax = filesMax;
  }

  /** The positions of a run's items in its files. */
  private static final class Items {
    private final TreeMap<Long, Place> places = new TreeMap<>();
    private final Deque<Path> files = new ArrayDeque<>();
    private int created;
  }

  private record Place(Path file, long offset, int length) {}

  @Override
  public void put(String run, StreamItem item) {
    Items items = runs.computeIfAbsent(run, _ -> new Items());
    items.places.tailMap(item.number(), true).clear();
    try {
      byte[] bytes = encoded(item);
      Path file = file(run, items);
      try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
        long offset = out.length();
        out.seek(offset);
        out.write(bytes);
        items.places.put(item.number(), new Place(file, offset, bytes.length));
      }
    } catch (IOException e) {
      // A node that lacks this item gets the following ones.
      items.places.clear();
      LOG.warn(
          "Cannot store one-second result {} of run {} for other nodes: {}",
          item.number(),
          run,
          e.toString());
    }
  }

  /** Returns the file for the next item. */
  private Path file(String run, Items items) throws IOException {
    Path last = items.files.peekLast();
    if (last != null && Files.size(last) < fileBytes) {
      return last;
    }
    Path _ = Files.createDirectories(folder);
    Path next = folder.resolve(run + "-merged-" + items.created++);
    items.files.addLast(next);
    boolean _ = next.toFile().createNewFile();
    if (items.files.size() > filesMax) {
      Path oldest = items.files.removeFirst();
      items.places.values().removeIf(each -> each.file.equals(oldest));
      boolean _ = Files.deleteIfExists(oldest);
    }
    return next;
  }

  @Override
  public Optional<StreamItem> get(String run, long number) {
    Items items = runs.get(run);
    Place place = items == null ? null : items.places.get(number);
    if (place == null) {
      return Optional.empty();
    }
    try (RandomAccessFile in = new RandomAccessFile(place.file.toFile(), "r")) {
      byte[] bytes = new byte[place.length];
      in.seek(place.offset);
      in.readFully(bytes);
      return Optional.of(decoded(bytes));
    } catch (IOException e) {
      LOG.warn("Cannot read one-second result {} of run {}: {}", number, run, e.toString());
      return Optional.empty();
    }
  }

  @Override
  public long oldest(String run) {
    Items items = runs.get(run);
    return items == null || items.places.isEmpty() ? Long.MAX_VALUE : items.places.firstKey();
  }

  @Override
  public void forget(String run) {
    Items items = runs.remove(run);
    if (items == null) {
      return;
    }
    for (Path file : items.files) {
      try {
        boolean _ = Files.deleteIfExists(file);
      } catch (IOException e) {
        LOG.debug("{} cannot be deleted", file, e);
      }
    }
  }

  /** Drops all items from memory. */
  void forgetAll() {
    List.copyOf(runs.keySet()).forEach(this::forget);
  }

  /** Deletes all items, including files of earlier processes. */
  void clear() {
    runs.clear();
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        boolean _ = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.warn("Cannot delete the results of an earlier process in {}: {}", folder, e.toString());
    }
  }

  private static byte[] encoded(StreamItem item) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(item.number());
      out.writeLong(item.term().number());
      out.writeUTF(item.term().node());
      out.writeLong(item.second());
      out.writeInt(item.covers().size());
      for (StreamItem.Covered each : item.covers()) {
        out.writeInt(each.generator());
        out.writeLong(each.number());
      }
      out.write(item.merged());
    }
    return bytes.toByteArray();
  }

  private static StreamItem decoded(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    long number = in.readLong();
    Term term = new Term(in.readLong(), in.readUTF());
    long second = in.readLong();
    List<StreamItem.Covered> covers = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      covers.add(new StreamItem.Covered(in.readInt(), in.readLong()));
    }
    return new StreamItem(number, term, second, covers, in.readAllBytes());
  }
}
