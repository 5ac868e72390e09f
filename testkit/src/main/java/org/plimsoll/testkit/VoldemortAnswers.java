package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Recorded requests to a real Voldemort with two nodes, and the answers. */
public final class VoldemortAnswers {
  private static final String RESOURCE = "voldemort-answers.txt";

  private VoldemortAnswers() {}

  /**
   * A request with its answer.
   *
   * @param connection the number of the connection in the recording
   * @param node the id of the node, 0 or 1
   * @param protocol vp3 or pb0
   * @param request the request in hexadecimal digits
   * @param answer the answer in hexadecimal digits, in which {@code **} is any byte; {@code closed}
   *     if the server closed the connection
   */
  public record Exchange(
      String name, int connection, int node, String protocol, String request, String answer) {
    @Override
    public String toString() {
      return protocol + ": " + name;
    }
  }

  /** Reads all requests and answers. */
  public static List<Exchange> read() {
    List<Exchange> found = new ArrayList<>();
    String name = "";
    String request = "";
    String protocol = "";
    int node = 0;
    int connection = 0;
    for (String line : text().lines().toList()) {
      if (line.startsWith("# ")) {
        name = line.substring(2);
      } else if (line.startsWith("node ")) {
        String[] words = line.split(" ", -1);
        node = Integer.parseInt(words[1]);
        protocol = words[2];
        connection++;
      } else if (line.startsWith("> ")) {
        request = line.substring(2);
      } else if (line.startsWith("< ")) {
        found.add(new Exchange(name, connection, node, protocol, request, line.substring(2)));
      }
    }
    return found;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(VoldemortAnswers.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
