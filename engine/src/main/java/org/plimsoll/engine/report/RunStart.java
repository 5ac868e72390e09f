package org.plimsoll.engine.report;

import java.time.Instant;
import java.util.Map;

/**
 * What is known of a run before its first operation.
 *
 * @param spec every setting by name; secrets are {@code ***}
 */
public record RunStart(
    String id, String name, String target, Instant startedAt, long seed, Map<String, Object> spec) {}
