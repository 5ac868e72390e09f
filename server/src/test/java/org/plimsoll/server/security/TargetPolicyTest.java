package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.AddressRange;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.TargetUri;

/** The targets that patterns allow. No test opens a connection. */
class TargetPolicyTest {
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "db.example.com", List.of("10.1.2.3"),
          "two.example.com", List.of("10.1.2.3", "192.168.0.1"),
          "sneaky.example.com", List.of("10.1.2.3", "169.254.169.254"),
          "six.example.com", List.of("fd00::7"));

  private static final Setting<String> ENDPOINT = Setting.text("endpoint", "", Setting.Reach.HOSTS);

  private record Plain(String name, Set<Capability> capabilities) implements Driver {
    @Override
    public String description() {
      return "connects to a server";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of();
    }

    @Override
    public Client open(DriverContext context) {
      throw new UnsupportedOperationException();
    }
  }

  private static InetAddress[] resolve(String name) throws UnknownHostException {
    List<String> addresses = NAMES.get(name);
    if (addresses == null) {
      return InetAddress.getAllByName(name); // only literals get here
    }
    return addresses.stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
  }

  private static void check(TargetPolicy policy, String uri) {
    TargetUri parts = TargetUri.parse(uri);
    boolean isWithin = parts.scheme().equals("embedded");
    policy.check(
        new TargetSpec(uri, parts.scheme(), parts.address(), Map.of(), 0, Map.of()),
        scheme ->
            new Plain(
                scheme,
                isWithin ? Set.of(Driver.Capability.EMBEDDED) : Set.<Driver.Capability>of()));
  }

  private static TargetPolicy allowing(String... patterns) {
    return TargetPolicy.of(List.of(patterns), TargetPolicyTest::resolve);
  }

  @ParameterizedTest
  @CsvSource({
    "redis://10.0.0.0/8, redis://10.1.2.3:6379",
    "redis://10.0.0.0/8, 'redis://10.1.2.3,10.255.0.1:7000/2'",
    "redis://10.0.0.0/8, redis://db.example.com",
    "redis://10.0.0.0/8:6379, redis://u:p@db.example.com:6379",
    "redis://10.1.2.3:6379-6390, redis://10.1.2.3:6385",
    "*://*.example.com, cassandra://db.example.com:9042",
    "*://db.example.com, redis://DB.example.com",
    "redis://[fd00::/8], redis://[fd00::1]:6379",
    "redis://[fd00::/8]:6379, redis://six.example.com:6379",
    "*://*, jdbc:postgresql://db.example.com/x",
    "jdbc://10.0.0.0/8, jdbc:postgresql://db.example.com/x",
    "jdbc:, jdbc:oracle:(description)",
    "embedded:, embedded:/data",
    "plugin:, plugin:org.example.Plugin",
    "jdbc:, jdbc:sqlserver://10.1.2.3;serverName=db.example.com",
  })
  void matchingTargetsAreAllowed(String pattern, String uri) {
    assertThatCode(() -> check(allowing(pattern), uri)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "redis://10.0.0.0/8, redis://11.1.2.3",
    "redis://10.0.0.0/8, 'redis://10.1.2.3,192.168.0.1'",
    "redis://10.0.0.0/8, redis://two.example.com",
    "redis://10.0.0.0/8, cassandra://10.1.2.3",
    "redis://10.0.0.0/8:6379, redis://10.1.2.3:22",
    "redis://10.0.0.0/8:6379, redis://10.1.2.3",
    "*://*.example.com, redis://example.com.evil.org",
    "*://*.example.com, redis://evilexample.com",
    "jdbc://10.0.0.0/8, jdbc:oracle:(description)",
    "redis://10.0.0.0/8, embedded:/data",
    "redis://10.0.0.0/8, 'redis://10.1.2.3,evil host'",
    // The names of a table and of a class are not hosts, even if they look like hosts.
    "*://db.example.com, dynamodb:db.example.com",
    "*://*, plugin:org.example.Plugin",
    // Some forms of JDBC URLs have something else where others have the host.
    "jdbc://10.0.0.0/8, jdbc:oracle:thin:%40evil.org:1521//10.1.2.3",
    "jdbc://10.0.0.0/8, jdbc:sqlserver://10.1.2.3;serverName=evil.org",
    "jdbc://10.0.0.0/8, jdbc:postgresql://10.1.2.3/x%3FPGHOST=evil.org",
  })
  void otherTargetsAreRefused(String pattern, String uri) {
    assertThatThrownBy(() -> check(allowing(pattern), uri))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("target: must ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest",
        "http://2852039166/",
        "http://[::ffff:169.254.169.254]:80",
        "http://[64:ff9b::a9fe:a9fe]",
        "http://[fd00:ec2::254]",
        "http://[fe80::1]",
        "http://100.100.100.200",
        "redis://10.1.2.3,169.254.0.1:6379",
        "redis://sneaky.example.com",
      })
  void metadataAddressesAreRefusedWhateverThePatterns(String uri) {
    assertThatThrownBy(() -> check(allowing("*://*"), uri))
        .hasMessageStartingWith("target: must not be at a link-local or metadata address");
    if (!uri.contains("example.com")) {
      assertThatThrownBy(() -> check(TargetPolicy.everything(), uri))
          .hasMessageStartingWith("target: must not be at a link-local or metadata address");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.1.2.3:8000",
    "dax://db.example.com:8111",
    "'10.1.2.3:8000,10.1.2.4:8000'",
    "''",
  })
  void allowedHostsInDriverSettingsAreAccepted(String text) {
    assertThatCode(() ->
            allowing("dynamodb://10.0.0.0/8").check("set.endpoint", "dynamodb", ENDPOINT, text))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "http://192.168.0.1:8000",
    "http://10.1.2.3:8000@192.168.0.1",
    "'10.1.2.3:8000,192.168.0.1:8000'",
    "http://two.example.com",
    "http:192.168.0.1",
    "http://169.254.169.254",
  })
  void otherHostsInDriverSettingsAreRefused(String text) {
    assertThatThrownBy(() ->
            allowing("dynamodb://10.0.0.0/8").check("set.endpoint", "dynamodb", ENDPOINT, text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("set.endpoint: must ");
  }

  @Test
  void metadataAddressesInDriverSettingsAreAlwaysRefused() {
    assertThatThrownBy(() ->
            TargetPolicy.everything()
                .check("set.endpoint", "dynamodb", ENDPOINT, "http://169.254.169.254"))
        .hasMessageStartingWith("set.endpoint: must not be at a link-local or metadata address");
  }

  @Test
  void settingsThatMayNameAnyHostNeedTheWholeScheme() {
    Setting<String> properties = Setting.text("properties", "", Setting.Reach.ANYTHING).asSecret();

    allowing("jdbc:").check("set.properties", "jdbc", properties, "PGHOST=10.1.2.3");
    TargetPolicy.everything().check("set.properties", "jdbc", properties, "PGHOST=10.1.2.3");
    allowing("*://*").check("set.properties", "jdbc", properties, "");
    assertThatThrownBy(() ->
            allowing("jdbc://*").check("set.properties", "jdbc", properties, "PGHOST=10.1.2.3"))
        .hasMessage(
            "set.properties: can refer to any host, so it must be empty unless this server"
                + " allows all jdbc: targets (--allow-target jdbc:)");
  }

  @Test
  void byDefaultOnlyThisMachineIsAllowed() {
    check(TargetPolicy.local(), "redis://127.0.0.1:6379");
    check(TargetPolicy.local(), "redis://[::1]:6379");
    check(TargetPolicy.local(), "embedded:/data");
    assertThatThrownBy(() -> check(TargetPolicy.local(), "redis://10.1.2.3"))
        .hasMessageContaining("--allow-target");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/8", "redis://10.0.0.0/33", "redis://1.2.3", "redis://a b", ""})
  void invalidPatternsAreRefused(String pattern) {
    assertThatThrownBy(() -> TargetPolicy.of(List.of(pattern)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("--allow-target: must be such as");
  }

  @Test
  void eachConnectionIsCheckedWithTheAddressesThatItsNameHasNow() throws Exception {
    TargetPolicy policy = allowing("redis://10.0.0.0/8:6379");
    assertThat(policy.resolve("redis", "db.example.com", 6379)).hasSize(1);
    policy.connects("redis", new InetSocketAddress("10.1.2.4", 6379));
    assertThatThrownBy(() -> policy.resolve("redis", "two.example.com", 6379))
        .hasMessageContaining("--allow-target");
    assertThatThrownBy(() -> policy.resolve("redis", "db.example.com", 6380))
        .hasMessageContaining("--allow-target");
    assertThatThrownBy(() -> policy.connects("redis", new InetSocketAddress("192.168.0.1", 6379)))
        .hasMessageContaining("--allow-target");
  }

  @Test
  void noConnectionLeadsToMetadataAddresses() {
    for (TargetPolicy policy :
        List.of(TargetPolicy.everything(), allowing("http:"), allowing("*://*"))) {
      assertThatThrownBy(() -> policy.resolve("http", "169.254.169.254", 80))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageContaining("link-local or metadata address");
      assertThatThrownBy(
              () -> policy.connects("http", new InetSocketAddress("169.254.169.254", 80)))
          .hasMessageContaining("link-local or metadata address");
    }
    assertThatThrownBy(() -> allowing("http:").resolve("http", "sneaky.example.com", 80))
        .hasMessageContaining("169.254.169.254");
  }

  @Test
  void rangesCompareTheirPrefixBits() {
    AddressRange range = AddressRange.parse("10.1.128.0/17").orElseThrow();

    assertThat(range.contains(InetAddress.ofLiteral("10.1.255.255"))).isTrue();
    assertThat(range.contains(InetAddress.ofLiteral("10.1.127.255"))).isFalse();
    assertThat(
            AddressRange.parse("0.0.0.0/0")
                .orElseThrow()
                .contains(InetAddress.ofLiteral("9.9.9.9")))
        .isTrue();
    assertThat(AddressRange.parse("10.0.0.0/33")).isEmpty();
  }
}
