package org.plimsoll.driver.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DynamoDbAddressTest {
  @Test
  void aTableMayStandAloneOrBehindARegionOrAServer() {
    assertThat(DynamoDbAddress.parse("users")).isEqualTo(new DynamoDbAddress(null, null, "users"));
    assertThat(DynamoDbAddress.parse("eu-west-1/users"))
        .isEqualTo(new DynamoDbAddress("eu-west-1", null, "users"));
    assertThat(DynamoDbAddress.parse("us-gov-west-1/a.b-c_d"))
        .isEqualTo(new DynamoDbAddress("us-gov-west-1", null, "a.b-c_d"));
    assertThat(DynamoDbAddress.parse("localhost:8000/users"))
        .isEqualTo(new DynamoDbAddress(null, "localhost:8000", "users"));
    assertThat(DynamoDbAddress.parse("[::1]:8000"))
        .isEqualTo(new DynamoDbAddress(null, "[::1]:8000", "plimsoll"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ab", "eu-west-1/", "eu_west/users", "a/b/c", "us ers", "h:1/a/b"})
  void whatIsNoTableIsRefusedInOneSentenceThatQuotesIt(String address) {
    assertThatThrownBy(() -> DynamoDbAddress.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be")
        .hasMessageNotContaining("\n");
  }
}
