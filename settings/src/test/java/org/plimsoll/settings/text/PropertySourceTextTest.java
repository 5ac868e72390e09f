package org.plimsoll.settings.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.PropertySourceSpec;

@NullMarked
class PropertySourceTextTest {
  private static PropertySourceSpec one(String text) {
    return PropertySourceText.parseAll(text).getFirst();
  }

  @Test
  void sourcesAreReadInTheirOrder() {
    assertThat(
            PropertySourceText.parseAll(
                "environment, file(a b.yaml), url(https://h:8/p?x=1, 10s), custom(consul, k, 2)"))
        .extracting(PropertySourceSpec::name)
        .containsExactly("environment", "file a b.yaml", "url https://h:8/p", "custom consul");
  }

  @Test
  void aTableIsAskedForItsNamesAndValues() {
    PropertySourceSpec.Jdbc jdbc =
        (PropertySourceSpec.Jdbc)
            one("jdbc(jdbc:postgresql://h/db, ops.limits, 250ms, user=me, password=env:PW)");
    assertThat(jdbc.query()).isEqualTo("select name, value from ops.limits");
    assertThat(jdbc.periodNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
    assertThat(jdbc.user()).isEqualTo("me");
    assertThat(jdbc.password()).isEqualTo("env:PW");
    assertThat(jdbc.name()).isEqualTo("jdbc ops.limits");
  }

  @Test
  void aQueryCanContainCommas() {
    PropertySourceSpec.Jdbc jdbc =
        (PropertySourceSpec.Jdbc)
            one("jdbc(jdbc:x:y, select k, coalesce(v, '') from t where run = 'a', driver=pg)");
    assertThat(jdbc.query()).isEqualTo("select k, coalesce(v, '') from t where run = 'a'");
    assertThat(jdbc.driver()).isEqualTo("pg");
    assertThat(jdbc.periodNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  void anObjectIsRequestedWithItsUnencodedKey() {
    PropertySourceSpec.S3Object object =
        (PropertySourceSpec.S3Object)
            one(
                "url(s3://ops-limits/a b/wk 7?.yaml, 10s, region=eu-central-1, user=AKIA7,"
                    + " password=env:PW, session-token=file:/t, endpoint=https://minio:9000)");
    assertThat(object)
        .isEqualTo(
            new PropertySourceSpec.S3Object(
                "ops-limits",
                "a b/wk 7?.yaml",
                TimeUnit.SECONDS.toNanos(10),
                "eu-central-1",
                URI.create("https://minio:9000"),
                "AKIA7",
                "env:PW",
                "file:/t"));
    assertThat(object).hasToString("url s3://ops-limits/a b/wk 7?.yaml");
  }

  @Test
  void hostsAreKnownBeforeTheyAreReached() {
    assertThat(
            PropertySourceText.reached(
                "file(a),url(token=env:T,https://h:8/p),url(s3://bkt/k,endpoint=http://m:9000/x),"
                    + "url(s3://bkt/l,region=eu-west-1),url(s3://bkt/m),"
                    + "url(s3://bkt/n,region=cn-north-1),jdbc(driver=pg,jdbc:x://d/b,t)"))
        .containsOnly(
            new Reached.File("a"),
            new Reached.Hosts("https", "h:8"),
            new Reached.Variable("T"),
            new Reached.Hosts("http", "m:9000"),
            new Reached.Hosts("https", "bkt.s3.eu-west-1.amazonaws.com"),
            new Reached.Hosts("https", "bkt.s3.amazonaws.com"),
            new Reached.Hosts("https", "bkt.s3.cn-north-1.amazonaws.com.cn"),
            new Reached.Database("jdbc:x://d/b"),
            new Reached.Code("pg"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "file",
        "file()",
        "fiel(x)",
        "url(ftp://h/x)",
        "url(http:///x)",
        "url(https://h/x,1ms)",
        "url(https://h/x,5s,user=me)",
        "url(https://h/a b)",
        "url(https://h/x,token=hush)",
        "url(https://h/x,region=eu-west-1)",
        "url(s3://bucket)",
        "url(s3://bucket/)",
        "url(s3://b/k)",
        "url(s3://bucket@host/k)",
        "url(s3:///k)",
        "url(s3://bucket/k,token=env:X)",
        "url(s3://bucket/k,region=eu.west/x)",
        "url(s3://bucket/k,endpoint=minio:9000)",
        "url(s3://bucket/k,endpoint=ftp://minio)",
        "url(s3://bucket/k,endpoint=http://me:hush@minio)",
        "url(s3://bucket/k,endpoint=http://minio?x=hush)",
        "url(s3://bucket/k,user=me)",
        "url(s3://bucket/k,password=env:PW)",
        "url(s3://bucket/k,user=me,password=hush)",
        "url(s3://bucket/k,user=me,password=env:PW,session-token=hush)",
        "url(s3://bucket/k),url(s3://bucket/k,10s)",
        "jdbc(jdbc:x:y)",
        "jdbc(x,limits)",
        "jdbc(jdbc:x:y,drop table limits)",
        "jdbc(jdbc:x:y,limits;drop)",
        "jdbc(jdbc:x:y,limits,password=hush)",
        "environment(x)",
        "custom()",
        "file(a),file(a)",
        "file(a",
      })
  void invalidSourcesAreRefusedWithASentence(String text) {
    assertThatThrownBy(() -> PropertySourceText.parseAll(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("properties: must ")
        .hasMessageContaining("was ")
        .hasMessageNotContaining("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url(https://me:s3cret@h/p,5s) | url(https://***@h/p,5s)",
        "url(https://h/p?sig=s3cret&x=1,5s),environment | url(https://h/p?***,5s),environment",
        "url(https://me:s3/cret@h/p) | url(https://***@h/p)",
        "url(https://h/p,token=s3cret) | url(https://h/p,token=***)",
        "url(s3://b/k,user=me,password=s3cret,session-token=s3cret) |"
            + " url(s3://b/k,user=me,password=***,session-token=***)",
        "url(https://h/p,token=env:NAME) | url(https://h/p,token=env:NAME)",
        "jdbc(jdbc:postgresql://h/db?user=me&password=s3cret,t) |"
            + " jdbc(jdbc:postgresql://h/db?***,t)",
        "jdbc(jdbc:sqlserver://h:1433;password=s3cret;x=y,t,5s) |"
            + " jdbc(jdbc:sqlserver://h:1433?***,t,5s)",
        "jdbc(jdbc:oracle:thin:scott/s3cret@//h:1521/x,t) |"
            + " jdbc(jdbc:oracle:thin:***@//h:1521/x,t)",
        "jdbc(jdbc:x:y,t,password=s3cret,user=me) | jdbc(jdbc:x:y,t,password=***,user=me)",
        "custom(consul,s3cret,more) | custom(consul,***)",
        "file(a.properties),environment | file(a.properties),environment",
      })
  void secretsAreMasked(String text, String shown) {
    assertThat(PropertySourceText.masked(text)).isEqualTo(shown);
  }

  @Test
  void aReferenceStandsForASecret(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("pw"), "tide \n7\r\n");
    Map<String, String> environment = Map.of("PW", "hush");
    assertThat(SecretReference.resolved("env:PW", environment)).isEqualTo("hush");
    assertThat(SecretReference.resolved("file:" + file, environment)).isEqualTo("tide \n7");
    assertThat(SecretReference.resolved("file://" + file, environment)).isEqualTo("tide \n7");
    assertThat(SecretReference.resolved("plain", environment)).isEqualTo("plain");
    assertThatThrownBy(() -> SecretReference.resolved("env:NONE", environment))
        .hasMessage("must be env:NAME of a variable that is set, was 'env:NONE'");
    assertThatThrownBy(() -> SecretReference.resolved("file:/no/such", environment))
        .hasMessage("must be file:/path of a file that can be read, was 'file:/no/such'");
  }

  @Test
  void secretsOfAScheduleAreMasked() {
    assertThat(
            ScheduleText.masked(
                "at=5m set.password=s3cret rate=5; at=6m set.ttl=7 set.password=x;",
                "password"::equals))
        .isEqualTo("at=5m set.password=*** rate=5; at=6m set.ttl=7 set.password=***;");
  }
}
