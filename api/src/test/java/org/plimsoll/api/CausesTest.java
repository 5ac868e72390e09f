package org.plimsoll.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void aCycleOfCausesEnds() {
    Exception one = new Exception("one");
    Exception other = new Exception("other", one);
    one.initCause(other);
    assertThat(Causes.of(one)).hasSize(16).contains(one, other);
  }

  @Test
  void theOutermostKnownCauseIsFound() {
    Exception failure = new Exception(new IOException("x", new IOException("y")));
    String found =
        Causes.find(failure, cause -> cause instanceof IOException e ? e.getMessage() : null);
    assertThat(found).isEqualTo("x");
    assertThat(Causes.root(failure)).hasMessage("y");
    assertThat(Causes.<String>find(failure, _ -> null)).isNull();
  }

  @Test
  void aMessageIsOneNonEmptyLine() {
    assertThat(Causes.line(new Exception("a \n  b\n"))).isEqualTo("a b");
    assertThat(Causes.line(new IOException())).isEqualTo("IOException");
  }
}
