package org.plimsoll.discovery;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.settings.source.WatchedFile;
import org.plimsoll.settings.text.NodeText;

/** A source that reads a file with one node per line. */
final class FileSource implements Source {
  private static final int MAX_BYTES = 1 << 20;

  private final WatchedFile<List<DiscoveredNode>> file;

  FileSource(String path) {
    file = new WatchedFile<>(path, MAX_BYTES, FileSource::nodes);
  }

  private static List<DiscoveredNode> nodes(byte[] bytes) {
    try {
      return NodeText.lines(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the file must be text in UTF-8", e);
    }
  }

  @Override
  public List<DiscoveredNode> read() throws Exception {
    return file.read();
  }

  @Override
  public long waitNanos() {
    return file.waitNanos();
  }

  @Override
  public void watch(Runnable changed) {
    file.watch(changed);
  }

  @Override
  public void close() {
    file.close();
  }
}
