package org.plimsoll.settings.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyForm.Kind;

class KeyFormTextTest {
  @Test
  void namesOfKeysAreRead() {
    assertThat(KeyFormText.FORMS.parse("text")).isEqualTo(KeyForm.TEXT);
    assertThat(KeyFormText.FORMS.parse("binary")).isEqualTo(KeyForm.BINARY);
    assertThat(KeyFormText.FORMS.parse("ycsb")).isEqualTo(new KeyForm(Kind.YCSB, 1));
    assertThat(KeyFormText.FORMS.parse("ycsb(25)")).isEqualTo(new KeyForm(Kind.YCSB, 25));
    assertThat(KeyFormText.FORMS.parse("ycsb-ordered(100)"))
        .isEqualTo(new KeyForm(Kind.YCSB_ORDERED, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ycsb(0)", "ycsb(101)", "ycsb(x)", "ycsb()", "text(3)", "hashed"})
  void otherNamesAreRefused(String text) {
    assertThatThrownBy(() -> KeyFormText.FORMS.parse(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("key-form: must be ")
        .hasMessageContaining(", was '" + text + "'");
  }
}
