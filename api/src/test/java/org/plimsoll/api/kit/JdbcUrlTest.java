package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/db",
        "jdbc:postgresql:db",
        "jdbc:postgresql://h:5432,[::1]:65535/db?user=a&password=b%20c&sslmode=verify-full",
        "jdbc:postgresql://h/db?options=-c%20jit=off&ApplicationName=x",
        "jdbc:mariadb://h:3306/",
        "jdbc:mariadb:sequential://h:3306,i/db?connectTimeout=100&SSLMODE=trust",
        "jdbc:mysql://address=(host=h)(port=3306)(type=primary),i/db",
        "jdbc:h2:mem:test;DB_CLOSE_DELAY=-1;MODE=MySQL",
        "jdbc:sqlite:/data/x.db?busy_timeout=5",
        "jdbc:sqlserver://h\\express:1433;databaseName=d;encrypt=true;",
        "jdbc:oracle:thin:@//h:1521/service",
        "jdbc:oracle:thin:@h:1521:sid",
        "jdbc:db2://h:50000/db",
      })
  void harmlessUrlsAreAllowed(String url) {
    assertThatCode(() -> JdbcUrl.parse(url, null)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h/db?allowLocalInfile=true",
        "jdbc:mariadb://h/db?user=a&ALLOWLOCALINFILE=true",
        "jdbc:mariadb://h/db?initSql=select 1",
        "jdbc:mariadb://h/db?sessionVariables=a=1",
        "jdbc:mariadb://h/db?localSocket=/run/x",
        "jdbc:mariadb://h/db?pipe=x",
        "jdbc:mariadb://h/db?socketFactory=x.Y",
        "jdbc:mariadb://h/db?tlsSocketType=x",
        "jdbc:mariadb://h/db?permitRedirect=true",
        "jdbc:mariadb://h/db?serverSslCert=/etc/shadow",
        "jdbc:mariadb://h/db?keyStore=/etc/shadow",
        "jdbc:mariadb://h/db?serverRsaPublicKeyFile=/etc/shadow",
        "jdbc:mariadb://h/db?credentialType=x",
        "jdbc:mariadb://address=(host=h)(localSocket=/run/x)/db",
        "jdbc:mariadb://address=(host=h)(pipe=x)/db",
        "jdbc:mariadb:",
        "jdbc:mysql://(host=h,allowLoadLocalInfile=true)/db",
        "jdbc:mysql://h/db?allowLoadLocalInfile=true",
        "jdbc:mysql://h/db?allowUrlInLocalInfile=true",
        "jdbc:mysql://h/db?autoDeserialize=true",
        "jdbc:mysql://h/db?propertiesTransform=x.Y",
        "jdbc:mysql://h/db?queryInterceptors=x.Y",
        "jdbc:mysql://h/db?dnsSrv=true",
        "jdbc:mysql+srv://h/db",
        "jdbc:postgresql://h/db?socketFactory=x.Y&socketFactoryArg=z",
        "jdbc:postgresql://h/db?sslfactory=x.Y",
        "jdbc:postgresql://h/db?sslrootcert=/etc/shadow",
        "jdbc:postgresql://h/db?loggerFile=/tmp/x&loggerLevel=TRACE",
        "jdbc:postgresql://h/db?authenticationPluginClassName=x.Y",
        "jdbc:postgresql://h/db?xmlFactoryFactory=x.Y",
        "jdbc:postgresql://h/db?service=x",
        "jdbc:postgresql://h/db?PGHOST=169.254.169.254",
        "jdbc:postgresql://h/db?localSocketAddress=127.0.0.1",
        "jdbc:postgresql://h/db?%73ocketFactory=x.Y",
        "jdbc:postgresql://h@i/db",
        "jdbc:postgresql://h/db#?socketFactory=x.Y",
        "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://h/x.sql'",
        "jdbc:h2:mem:x;MODE=MySQL\\;INIT=x",
        "jdbc:h2:mem:x;TRACE_LEVEL_FILE=3",
        "jdbc:h2:mem:x;DATABASE_EVENT_LISTENER='x.Y'",
        "jdbc:sqlite:x?enable_load_extension=true",
        "jdbc:sqlite:x?limit_attached=10",
        "jdbc:sqlite::resource:http://h/x.db",
        "jdbc:sqlite:file:x.db",
        "jdbc:sqlserver://h;serverName=i",
        "jdbc:sqlserver://h;databaseName={a;socketFactoryClass=x}",
        "jdbc:sqlserver://h;socketFactoryClass=x.Y",
        "jdbc:sqlserver://h;trustStore=/etc/shadow",
        "jdbc:oracle:thin:@ldap://h/x",
        "jdbc:oracle:thin:@h:1521/s?TNS_ADMIN=/tmp",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)))",
        "jdbc:derby:memory:x;create=true",
        "jdbc:db2://h:50000/db:traceFile=/tmp/x;",
        "JDBC:mariadb://h/db",
        "jdbc:MariaDB://h/db?allowLocalInfile=true",
        "mariadb://h/db",
      })
  void whatReachesMoreThanTheDatabaseIsRefused(String url) {
    assertThatThrownBy(() -> JdbcUrl.parse(url, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("shadow");
  }

  @Test
  void aRefusalNamesWhatIsAllowed() {
    assertThatThrownBy(() -> JdbcUrl.parse("jdbc:sqlite:x?enable_load_extension=true", null))
        .hasMessage(
            "the JDBC parameter 'enable_load_extension' is not allowed for sqlite; allowed are"
                + " password, user, busy_timeout, cache_size, foreign_keys, journal_mode,"
                + " locking_mode, page_size, synchronous, transaction_mode, and what the"
                + " environment variable PLIMSOLL_JDBC_PARAMETERS names");
  }

  @Test
  void theOwnerOfTheProcessCanAllowMore() {
    JdbcUrl url = JdbcUrl.parse("jdbc:mariadb://h/db?keyStore=/k", "keyStore, keyStorePassword");
    url.requireAllowed(List.of("keyStorePassword", "useSSL"));
    assertThatThrownBy(() -> url.requireAllowed(List.of("initSql")))
        .hasMessageContaining("'initSql' is not allowed");
    JdbcUrl.parse("jdbc:db2://h:50000/db:sslConnection=true;", "*").requireAllowed(List.of("x"));
  }

  @Test
  void serversOfMariaDbCanNeitherAskForFilesNorRedirect() {
    assertThat(JdbcUrl.parse("jdbc:mariadb://h/db", "*").protections())
        .containsEntry("allowLocalInfile", "false")
        .containsEntry("permitRedirect", "false");
  }
}
