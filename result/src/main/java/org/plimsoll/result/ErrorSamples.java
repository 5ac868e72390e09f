package org.plimsoll.result;

import java.util.List;

/**
 * The last failed operations of a run, by failure code: {@code error-samples.json} in the run
 * folder. They are a sample, since a target that fails everything would otherwise slow the
 * generator.
 *
 * @param keptMax the maximum number of samples of one code
 * @param perSecondMax the maximum number of new samples of one code per second, after an initial
 *     burst of the same number
 * @param codes the codes in alphabetical order
 */
public record ErrorSamples(int keptMax, int perSecondMax, List<Code> codes) {
  public ErrorSamples {
    codes = List.copyOf(codes);
  }

  /** Returns an instance without samples. */
  public static ErrorSamples none() {
    return new ErrorSamples(0, 0, List.of());
  }

  /**
   * The samples of one code.
   *
   * @param samples the newest first
   */
  public record Code(String code, List<Sample> samples) {
    public Code {
      samples = List.copyOf(samples);
    }
  }

  /**
   * One failed operation.
   *
   * @param atNanos end of the operation, since the start of the run
   * @param at the same instant as wall-clock time in UTC
   * @param operation name of the operation; if scenarios have names, prefixed with the scenario and
   *     a slash
   * @param key the first key
   * @param session number of the session of the scenario, from 1 on; a reopened session has a new
   *     number
   * @param serviceNanos time since it was sent
   * @param message the message of the store or its client on one line without secrets; may be empty
   */
  public record Sample(
      long atNanos,
      String at,
      String operation,
      String key,
      int session,
      long serviceNanos,
      String message) {}
}
