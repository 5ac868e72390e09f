package org.plimsoll.settings.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Secret;

class DiscoveryTextTest {
  private static final long HALF_A_MINUTE = TimeUnit.SECONDS.toNanos(30);

  @Test
  void formsBecomeSpecs() {
    assertThat(DiscoveryText.FORMS.parse("dns(_plimsoll._tcp.example.org)"))
        .isEqualTo(new DiscoverySpec.Dns("_plimsoll._tcp.example.org", 0, null, HALF_A_MINUTE));
    assertThat(DiscoveryText.FORMS.parse("dns(a.b, port=7451, server=127.0.0.1:53, every=5s)"))
        .isEqualTo(
            new DiscoverySpec.Dns(
                "a.b",
                7451,
                InetSocketAddress.createUnresolved("127.0.0.1", 53),
                TimeUnit.SECONDS.toNanos(5)));
    assertThat(DiscoveryText.FORMS.parse("ec2"))
        .isEqualTo(new DiscoverySpec.Ec2(Map.of(), 0, false, HALF_A_MINUTE));
    assertThat(DiscoveryText.FORMS.parse("ec2(role=plimsoll, Team=x=y, address=public)"))
        .isEqualTo(
            new DiscoverySpec.Ec2(
                Map.of("role", "plimsoll", "Team", "x=y"), 0, true, HALF_A_MINUTE));
    assertThat(DiscoveryText.FORMS.parse("eureka(http://127.0.0.1/eureka,a,port=evcache.port)"))
        .isEqualTo(
            new DiscoverySpec.Eureka(
                URI.create("http://127.0.0.1/eureka"),
                "a",
                "evcache.port",
                HALF_A_MINUTE,
                Secret.none(),
                Secret.none()));
    assertThat(DiscoveryText.FORMS.parse("consul(http://127.0.0.1:8500,redis,tag=a)"))
        .isEqualTo(
            new DiscoverySpec.Consul(
                URI.create("http://127.0.0.1:8500"), "redis", "a", "", Secret.none()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          static|discovery: must be static(node…) with node host[:port] with zone=…,
          static(a b)|was 'static(a b)'
          dns(a b)|with query a DNS name, was 'dns(a b)'
          dns(a,port=70000)|with port a port up to 65535, was
          dns(a,ports=1)|without 'ports', was 'dns(a,ports=***)', did you mean 'port'?
          dns(a,every=1ms)|with every a duration from 1s to 1h, was
          eureka(ftp://a,b)|with url an http or https URL without a user, was
          eureka(http://a)|application a name of letters
          ec2(address=both)|with address private or public, was
          consul(http://a,b/c)|with service a name of letters
          kubernates(a)|did you mean 'kubernetes'?
          """)
  void whatIsWrongIsASentence(String text, String message) {
    assertThatThrownBy(() -> DiscoveryText.FORMS.parse(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("discovery: must be ")
        .hasMessageContaining(message);
  }

  @Test
  void discoveriesOfTargetsHaveNames() {
    assertThat(DiscoveryText.parseAll("cache=dns(a,port=1),db=file(/tmp/x)"))
        .extracting(DiscoverySpec.Named::called)
        .containsExactly("cache", "db");
    assertThatThrownBy(() -> DiscoveryText.parseAll("dns(a,port=1)"))
        .hasMessage(
            "discovery: must have a name of lower-case letters, digits and hyphens, as in"
                + " cache=dns(redis.example.org), was 'dns(a,port=1)'");
    assertThatThrownBy(() -> DiscoveryText.parseAll("a=ec2,a=ec2"))
        .hasMessage("discovery: must use each name once, was 'a=ec2,a=ec2'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=consul(http://h,s,token=hunter2)",
        "a=eureka(http://h,s,user=u,password=hunter2)",
        "a=custom(mine,hunter2)",
        "a=consul(http://x:hunter2@h,s)",
      })
  void secretsAreNotShown(String text) {
    assertThat(DiscoveryText.shown(text)).startsWith("a=").doesNotContain("hunter2");
  }

  @Test
  void whatIsReachedIsKnownBeforeItIsOpened() {
    assertThat(DiscoveryText.reachedByAll("a=ec2(role=x)"))
        .containsExactly(new Reached.InstanceMetadata());
    assertThat(DiscoveryText.reachedByAll("a=consul(http://h:1,s,token=env:HOME),b=custom(mine)"))
        .isEqualTo(
            List.of(
                new Reached.Hosts("http", "h:1"),
                new Reached.Variable("HOME"),
                new Reached.Code("mine")));
    assertThat(DiscoveryText.reachedByAll("a=kubernetes(redis)"))
        .contains(
            new Reached.Hosts("https", "kubernetes.default.svc"),
            new Reached.File("/var/run/secrets/kubernetes.io/serviceaccount/token"));
    assertThat(DiscoveryText.reachedByAll("a=dns(x,server=10.0.0.1:53)"))
        .containsExactly(new Reached.Hosts("dns", "10.0.0.1:53"));
  }
}
