package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.settings.RunRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data that each node of a fleet needs to join a run.
 *
 * @param id id of the run on all nodes
 * @param startedAt time of the submission, as an ISO 8601 instant
 * @param request the request with a seed, so that all generators draw the same operations
 * @param sources initial values of the property sources, by source
 */
public record Submission(
    String id,
    String startedAt,
    RunRequest request,
    List<String> tags,
    String notes,
    Map<String, Map<String, String>> sources) {
  private static final JsonMapper MAPPER = new JsonMapper();

  public Submission {
    tags = List.copyOf(tags);
    sources.forEach(ToldSource::text); // rejects texts that are too large
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }

  /** Returns the time of the submission. */
  public Instant instant() {
    return Instant.parse(startedAt);
  }

  /** Encodes the submission for {@link #of}. */
  byte[] bytes() {
    return MAPPER.writeValueAsBytes(this);
  }

  /**
   * Decodes a submission.
   *
   * @throws IOException if the bytes cannot be decoded
   */
  static Submission of(byte[] bytes) throws IOException {
    try {
      return MAPPER.readValue(bytes, Submission.class);
    } catch (JacksonException e) {
      throw new IOException("Cannot read the submitted run: " + e.getOriginalMessage(), e);
    }
  }
}
