package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {
  @Test
  void controlCharactersBecomeBlanks() {
    assertThat(text("ERROR:\r\n\tduplicate\u001b[31m key\u202e \u0000\n"))
        .isEqualTo("ERROR: duplicate [31m key");
  }

  @Test
  void aLongMessageIsTruncatedBetweenCharacters() {
    assertThat(text("x".repeat(300))).hasSize(300).doesNotEndWith("…");
    assertThat(text("x".repeat(301))).hasSize(300).endsWith("x…");
    assertThat(text("x".repeat(298) + "\ud83d\ude00".repeat(9))).isEqualTo("x".repeat(298) + "…");
  }

  @Test
  void aHugeMessageIsTruncated() {
    assertThat(text("y".repeat(5 << 20))).hasSize(300);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hunter2x | bad password hunter2x for u | bad password *** for u
          hunter2x | tail=ahunter2xb             | tail=a***b
          abc      | abc, abcd and xabc          | ***, abcd and xabc
          a.c*     | x a.c* abc                  | x *** abc
          'Authorization: Bearer tok-1234; X: k3y-5678' | got tok-1234, k3y-5678 | got ***, ***
          db.password=s3cret-word                  | denied: s3cret-word | denied: ***
          none-of-these | cannot reach redis://u:secret@h:1 | cannot reach redis://***@h:1
          none-of-these | header Basic dXNlcjpwYXNz refused | header Basic *** refused
          none-of-these | needs basic authentication first | needs basic authentication first
          """)
  void aSecretIsNotShown(String secret, String said, String shown) {
    assertThat(new FailureText(() -> List.of(secret)).of(() -> said)).isEqualTo(shown);
  }

  @Test
  void secretsAreRemovedBeforeTheMessageIsTruncated() {
    String secret = "p".repeat(40);
    FailureText text = new FailureText(() -> List.of("pppp", secret));

    assertThat(text.of(() -> "x".repeat(280) + secret)).isEqualTo("x".repeat(280) + "***");
  }

  @Test
  void aSupplierThatThrowsHasNoMessage() {
    assertThat(
            FailureText.withoutSecrets()
                .of(() -> {
                  throw new IllegalStateException("a defect");
                }))
        .isEmpty();
  }

  private static String text(String said) {
    return FailureText.withoutSecrets().of(() -> said);
  }
}
