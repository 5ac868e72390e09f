package org.plimsoll.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.FailureCode.Common;

class FailureCodeTest {
  @Test
  void commonCodesAreLowerCaseWordsJoinedByHyphens() {
    assertThat(Common.CONNECTION_LOST.text()).isEqualTo("connection-lost");
    for (Common code : Common.values()) {
      assertThat(code.text()).matches("[a-z]+(-[a-z]+)*");
    }
  }

  @Test
  void anOwnCodeWithTheTextOfACommonOneIsTheCommonOne() {
    assertThat(FailureCode.own("read-only")).isSameAs(Common.READ_ONLY);
    assertThat(FailureCode.own("tombstones-2")).isEqualTo(FailureCode.own("tombstones-2"));
    assertThatThrownBy(() -> FailureCode.own("Node 10.0.0.4 down"))
        .hasMessageContaining("Node 10.0.0.4 down");
  }

  @Test
  void theFirstCauseThatIsKnownGivesTheCode() {
    assertThat(FailureCode.of(new CompletionException(new ConnectException("refused"))))
        .isEqualTo(Common.CONNECTION_REFUSED);
    assertThat(FailureCode.of(new SocketTimeoutException())).isEqualTo(Common.TIMEOUT);
    assertThat(FailureCode.of(new SSLHandshakeException(""))).isEqualTo(Common.TLS);
    assertThat(FailureCode.of(new FileNotFoundException())).isEqualTo(Common.IO_ERROR);
    assertThat(FailureCode.of(new UncheckedIOException(new IOException("Connection reset"))))
        .isEqualTo(Common.CONNECTION_LOST);
    assertThat(FailureCode.of(new UnsupportedOperationException())).isEqualTo(Common.UNSUPPORTED);
  }

  @Test
  void codesOfTheDriverPrecedeThoseOfTheJdk() {
    FailureCode full = FailureCode.own("disk-full");
    var failure = new CompletionException(new IOException("No space left on device"));
    assertThat(
            FailureCode.of(
                failure,
                cause -> String.valueOf(cause.getMessage()).endsWith("device") ? full : null))
        .isEqualTo(full);
  }

  @Test
  void anUnknownExceptionHasTheNameOfItsClass() {
    assertThat(FailureCode.of(new TableFullException()).text()).isEqualTo("table-full");
    assertThat(FailureCode.of(new RuntimeException(new StackOverflowError())).text())
        .isEqualTo("stack-overflow");
    assertThat(FailureCode.of(new RuntimeException() {}).text()).isEqualTo("exception");
  }

  private static final class TableFullException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
