package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * An append-only file of whole lines. If a full disk truncates a line, the partial line is removed,
 * so that the next line starts cleanly. Each write reaches the operating system immediately, and
 * survives if this process is killed.
 */
final class AppendFile implements Closeable {
  private final Path file;
  private @Nullable FileChannel channel;
  private long goodBytes;

  AppendFile(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  void append(byte[] lines) throws IOException {
    FileChannel out = open();
    ByteBuffer buffer = ByteBuffer.wrap(lines);
    try {
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
      goodBytes += lines.length;
    } catch (IOException e) {
      takeBack(out, e);
      throw e;
    }
  }

  private FileChannel open() throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    }
    return channel;
  }

  private void takeBack(FileChannel out, IOException cause) {
    try {
      out.truncate(goodBytes);
      out.position(goodBytes);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Returns the number of bytes of whole lines. */
  long bytes() {
    return goodBytes;
  }

  boolean isEmpty() {
    return goodBytes == 0;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
