package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.Finding;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;

/** Tests a rate that is a cap: {@code when-full hold}, on 4 workers that answer 400 per second. */
class HeldScheduleInVirtualTimeTest extends VirtualRuns {
  private static final String TARGET = "sim:?latency=10ms";
  private static final double CAPACITY = 400;
}
