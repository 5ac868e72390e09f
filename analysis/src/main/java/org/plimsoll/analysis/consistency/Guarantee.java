package org.plimsoll.analysis.consistency;

/** The four session guarantees of Terry et al.; {@link KeyHistory} defines how each is judged. */
enum Guarantee {
  READ_YOUR_WRITES("read-your-writes"),
  MONOTONIC_READS("monotonic-reads"),
  MONOTONIC_WRITES("monotonic-writes"),
  WRITES_FOLLOW_READS("writes-follow-reads");

  private final String code;

  Guarantee(String code) {
    this.code = code;
  }

  /** Returns a stable code for reports. */
  String code() {
    return code;
  }
}
