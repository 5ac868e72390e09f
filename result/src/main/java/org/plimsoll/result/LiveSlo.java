package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The state of an objective during a run, judged each second over the last seconds.
 *
 * @param objective text of the objective, such as {@code p99<20ms}
 * @param result undecided if too few operations ended, or the generator disturbed all of them
 * @param observed value of the figure over the last seconds, in the unit of the bound; null if it
 *     is unknown
 * @param observedAbove a lower bound of the figure, when it falls among unanswered operations; null
 *     otherwise
 * @param missedSinceNanos time since which the objective is missed, from the start of the run; null
 *     while it is met
 * @param firstMissedNanos first time at which the objective was missed, from the start of the run;
 *     null if never
 * @param isDefault whether the objective applies by default, without being set
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LiveSlo(
    String objective,
    SloOutcome result,
    @Nullable Double observed,
    @Nullable Double observedAbove,
    @Nullable Long missedSinceNanos,
    @Nullable Long firstMissedNanos,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isDefault) {}
