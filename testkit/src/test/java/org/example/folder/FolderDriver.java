package org.example.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.RowFrame;

/**
 * A driver that keeps each row in a file of a folder. Its calls wait for the disk, so it is a
 * blocking driver.
 */
public final class FolderDriver implements Driver {
  static final Setting<String> SUFFIX =
      Setting.text("suffix", ".row", Setting.Reach.NOTHING).describedAs("suffix of file names");

  @Override
  public String name() {
    return "folder";
  }

  @Override
  public String description() {
    return "A folder with one file for each row";
  }

  @Override
  public List<String> targetForms() {
    return List.of("folder:/path");
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SUFFIX);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.BURNS_CPU);
  }

  @Override
  public Client open(DriverContext context) throws IOException {
    Path folder = Path.of(context.address());
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is not a folder");
    }
    return new FolderClient(context, folder);
  }

  private static final class FolderClient implements Client {
    private final DriverContext context;
    private final Path folder;
    private volatile boolean closed;

    FolderClient(DriverContext context, Path folder) {
      this.context = context;
      this.folder = folder;
    }

    @Override
    public Session openSession() {
      return context.blocking(new FolderSession(this));
    }

    @Override
    public Map<String, String> facts() {
      return Map.of("folder", folder.toString());
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static final class FolderSession implements BlockingSession {
    private final FolderClient client;
    private final String suffix;
    private final RowFrame frame;

    FolderSession(FolderClient client) {
      this.client = client;
      suffix = client.context.settings().get(SUFFIX);
      frame = new RowFrame(client.context.fieldNames());
    }

    @Override
    public Outcome execute(Operation operation) throws IOException {
      if (client.closed) {
        return Outcome.failed(FailureCode.Common.CLOSED).withAttempts(0);
      }
      byte[] key = operation.key().bytes();
      Path file = client.folder.resolve(HexFormat.of().formatHex(key) + suffix);
      return switch (operation.type().kind()) {
        case READ -> read(file);
        case INSERT, UPDATE -> {
          Files.write(file, frame.encode(operation.row()));
          yield Outcome.succeeded(operation.row().totalBytes());
        }
        case DELETE -> Files.deleteIfExists(file) ? Outcome.succeeded(0) : Outcome.notFound();
        default -> Outcome.failed(FailureCode.Common.UNSUPPORTED).withAttempts(0);
      };
    }

    private Outcome read(Path file) throws IOException {
      byte[] value;
      try {
        value = Files.readAllBytes(file);
      } catch (NoSuchFileException e) {
        return Outcome.notFound();
      }
      return frame.found(value, value.length);
    }

    @Override
    public void close() {}
  }
}
