package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * The driver's counts by phase and by part of the measurement. Unknown in files of earlier
 * versions.
 *
 * @param byPhase counts of each phase, by name
 * @param byPart counts before and after each change in the measurement; empty without a change
 */
public record CountsInTime(
    @JsonProperty("driverCountersByPhase") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<Phase, Map<String, Long>> byPhase,
    @JsonProperty("driverCountersByPart") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<CountedPart> byPart) {
  /** The value if nothing was counted. */
  public static final CountsInTime NONE = new CountsInTime(Map.of(), List.of());

  public CountsInTime {
    byPhase = byPhase == null ? Map.of() : byPhase;
    byPart = byPart == null ? List.of() : List.copyOf(byPart);
  }
}
