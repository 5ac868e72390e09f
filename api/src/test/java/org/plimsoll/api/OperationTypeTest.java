package org.plimsoll.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType.Kind;
import org.plimsoll.api.OperationType.Side;

class OperationTypeTest {
  @Test
  void theKindFollowsFromTheName() {
    assertThat(OperationType.READ_MODIFY_WRITE.kind()).isEqualTo(Kind.READ_MODIFY_WRITE);
    assertThat(OperationType.BULK_READ.kind()).isEqualTo(Kind.BULK_READ);
    assertThat(OperationType.reading("read")).isEqualTo(OperationType.READ);
    assertThat(OperationType.writing("own").kind()).isEqualTo(Kind.OWN);
    assertThat(OperationType.writing("increment").kind()).isEqualTo(Kind.OWN);
    assertThatThrownBy(() -> new OperationType("read", Side.READS, false, false, Kind.OWN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNameIsLowerCaseWords() {
    for (String wrong : Set.of("", "Read", "read_all", "-read", "read-", "1st")) {
      assertThatThrownBy(() -> OperationType.reading(wrong)).hasMessageContaining("lower-case");
    }
  }

  @Test
  void onlyALaterStepContinuesATransaction() {
    assertThat(Set.of(Place.values()).stream().filter(Place::continues))
        .containsExactlyInAnyOrder(Place.MIDDLE, Place.LAST);
    assertThat(Set.of(Place.values()).stream().filter(Place::hasNext))
        .containsExactlyInAnyOrder(Place.FIRST, Place.MIDDLE);
  }
}
