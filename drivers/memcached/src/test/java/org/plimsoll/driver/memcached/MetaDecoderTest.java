package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetaDecoderTest {
  private static final String ANSWERS =
      lines(
          "HD",
          "EN",
          "VA 5",
          "value",
          "VA 0 c7",
          "",
          "VA 6 O12 c18446744073709551615",
          "",
          "HD",
          "",
          "NS",
          "EX",
          "NF",
          "HD O3",
          "MN",
          "STORED",
          "ERROR",
          "CLIENT_ERROR bad data chunk",
          "SERVER_ERROR object too large for cache");
  private static final List<String> SHOWN =
      List.of(
          "HD||",
          "EN||",
          "VA||value",
          "VA|c7|",
          "VA|O12 c18446744073709551615|\r\nHD\r\n",
          "NS||",
          "EX||",
          "NF||",
          "HD|O3|",
          "MN||",
          "STORED||",
          "ERROR||",
          "CLIENT_ERROR|bad data chunk|",
          "SERVER_ERROR|object too large for cache|");

  /** Packets can end at any byte. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 11, 64, 1000})
  void answersAreTheSameForAnySplitOfTheBytes(int pieceBytes) {
    assertThat(decoded(ANSWERS, pieceBytes)).isEqualTo(SHOWN);
  }

  @Test
  void aFlagIsFoundAtAnyPosition() {
    MetaAnswer answer = MetaAnswer.of(MetaAnswer.Code.HD, "kc9 O12 c18446744073709551615 t-1");
    assertThat(answer.number('O')).isEqualTo(12);
    assertThat(Long.toUnsignedString(answer.number('c'))).isEqualTo("18446744073709551615");
    assertThat(answer.number('x')).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 400 Bad Request\r\n",
        "VA\r\n",
        "VA x\r\n",
        "VA -1\r\n",
        "VA 4294967295\r\n",
        "VA 99999999999 c1\r\n",
        "\r\n",
        "hd\r\n",
        "\u0000\u0007\u00ff\r\n"
      })
  void anInvalidAnswerClosesTheConnectionAndIsQuoted(String line) {
    assertThatThrownBy(() -> decoded(line, 1000))
        .isInstanceOf(DecoderException.class)
        .hasMessageStartingWith("sent an answer that the meta protocol does not know: ")
        .hasMessageNotContaining("\r");
  }

  @Test
  void aValueLongerThanAnnouncedClosesTheConnection() {
    assertThatThrownBy(() -> decoded("VA 3\r\nvalue\r\n", 1000))
        .hasMessage("sent a value that does not have the announced length");
  }

  @Test
  void anEndlessLineClosesTheConnection() {
    assertThatThrownBy(() -> decoded("SERVER_ERROR " + "x".repeat(10_000), 1000))
        .hasMessage("sent a line of more than 8 KiB");
  }

  private static String lines(String... lines) {
    return String.join("\r\n", lines) + "\r\n";
  }

  private static List<String> decoded(String bytes, int pieceBytes) {
    List<String> answers = new ArrayList<>();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new MetaDecoder() {
              @Override
              void answered(MetaAnswer answer) {
                String value = new String(answer.value(), StandardCharsets.ISO_8859_1);
                answers.add(answer.code() + "|" + answer.rest() + "|" + value);
              }
            });
    byte[] all = bytes.getBytes(StandardCharsets.ISO_8859_1);
    for (int from = 0; from < all.length; from += pieceBytes) {
      int length = Math.min(pieceBytes, all.length - from);
      channel.writeInbound(Unpooled.copiedBuffer(all, from, length));
    }
    return answers;
  }
}
