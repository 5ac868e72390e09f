package org.plimsoll.api.kit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * A JDBC URL whose parameters are all known to be harmless.
 *
 * <p>Some parameters of JDBC drivers send local files to the server, execute SQL or classes, open
 * local sockets, or follow redirects to another host. So only listed parameters are allowed, for
 * each database. The list has no parameter that reaches a file, a host or a class.
 *
 * <p>The owner of the process can allow more: the environment variable {@value #VARIABLE} contains
 * the names of further parameters, separated by commas, or {@code *} for all.
 */
public final class JdbcUrl {
  /** The environment variable with the names of further parameters. */
  public static final String VARIABLE = "PLIMSOLL_JDBC_PARAMETERS";

  private static final Pattern URL = Pattern.compile("jdbc:([a-z0-9]+):(.*)", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");

  /**
   * The allowed characters of a value. Braces and backslashes are excluded, because some drivers
   * use them for quoting.
   */
  private static final Pattern VALUE = Pattern.compile("[^?&;#{}\\\\\\p{Cntrl}]*");

  private static final Pattern ADDRESS_PART = Pattern.compile("\\(([a-z]+)=([^)]*)\\)");
  private static final Pattern HOST_PART =
      Pattern.compile("(\\[[^]]*]|[^:\\\\]+)(?:\\\\[^:]*)?(?::([0-9]{1,5}))?");

  private static final Set<String> CREDENTIALS = names("user,password");

  private static Set<String> names(String names) {
    Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    all.addAll(List.of(names.split(",", -1)));
    return all;
  }

  /** The databases whose parameters are known. */
  @SuppressWarnings("ImmutableEnumChecker") // its collections are never changed
  private enum Database {
    POSTGRESQL(
        5432,
        Forms.POSTGRESQL,
        "//host[:port]/database",
        "adaptiveFetch,adaptiveFetchMaximum,adaptiveFetchMinimum,allowEncodingChanges,"
            + "ApplicationName,assumeMinServerVersion,autosave,binaryTransfer,"
            + "binaryTransferDisable,binaryTransferEnable,cancelSignalTimeout,channelBinding,"
            + "cleanupSavepoints,connectTimeout,currentSchema,defaultRowFetchSize,"
            + "disableColumnSanitiser,escapeSyntaxCallMode,gssEncMode,groupStartupParameters,"
            + "hostRecheckSeconds,loadBalanceHosts,loginTimeout,logServerErrorDetail,"
            + "maxResultBuffer,maxSendBufferSize,options,preferQueryMode,"
            + "preparedStatementCacheQueries,preparedStatementCacheSizeMiB,prepareThreshold,"
            + "queryTimeout,quoteReturningIdentifiers,readOnly,readOnlyMode,receiveBufferSize,"
            + "requireAuth,reWriteBatchedInserts,reWriteBatchedInsertsSize,sendBufferSize,"
            + "socketTimeout,ssl,sslmode,sslNegotiation,sslResponseTimeout,stringtype,"
            + "targetServerType,tcpKeepAlive,tcpNoDelay,unknownLength",
        Map.of()),
    MARIADB(
        3306,
        Forms.MARIADB,
        "//host[:port]/database",
        "allowMultiQueries,allowPublicKeyRetrieval,autocommit,blankTableNameMeta,cacheCodecs,"
            + "cachePrepStmts,cacheServerConfiguration,characterEncoding,connectionAttributes,"
            + "connectionCollation,connectionTimeZone,connectTimeout,createDatabaseIfNotExist,"
            + "defaultFetchSize,disablePipeline,dumpQueriesOnException,elideSetAutoCommits,"
            + "enabledSslCipherSuites,enabledSslProtocolSuites,forceConnectionTimeZoneToSession,"
            + "jdbcCompliantTruncation,maintainTimeStats,maxAllowedPacket,maxQuerySizeToLog,"
            + "nullDatabaseMeansCurrent,permitNoResults,prepStmtCacheSize,prepStmtCacheSqlLimit,"
            + "preserveInstants,readOnlyPropagatesToServer,requireSSL,restrictedAuth,"
            + "retriesAllDown,returnMultiValuesGeneratedIds,rewriteBatchedStatements,"
            + "serverTimezone,socketTimeout,sslMode,tcpAbortiveClose,tcpKeepAlive,tcpKeepCount,"
            + "tcpKeepIdle,tcpKeepInterval,tcpNoDelay,timezone,tinyInt1isBit,tlsVersions,"
            + "transactionIsolation,transformedBitIsBoolean,trustServerCertificate,"
            + "useAffectedRows,useBulkStmts,useBulkStmtsForInserts,useCompression,useCursorFetch,"
            + "useLocalSessionState,useMysqlMetadata,useResetConnection,useServerPrepStmts,useSSL,"
            + "useUnicode,uuidAsString,verifyServerCertificate,yearIsDateType",
        // The second and third names belong to MySQL's own driver.
        Map.of(
            "allowLocalInfile", "false",
            "allowLoadLocalInfile", "false",
            "allowUrlInLocalInfile", "false",
            "autoDeserialize", "false",
            "permitRedirect", "false")),
    H2(
        0,
        Forms.OTHER,
        "database",
        "CACHE_SIZE,CASE_INSENSITIVE_IDENTIFIERS,DATABASE_TO_LOWER,DATABASE_TO_UPPER,"
            + "DB_CLOSE_DELAY,DB_CLOSE_ON_EXIT,DEFAULT_LOCK_TIMEOUT,IFEXISTS,LOCK_MODE,"
            + "LOCK_TIMEOUT,MODE,NON_KEYWORDS,QUERY_TIMEOUT,SCHEMA,WRITE_DELAY",
        Map.of()),
    SQLITE(
        0,
        Forms.SQLITE,
        "path",
        "busy_timeout,cache_size,foreign_keys,journal_mode,locking_mode,page_size,synchronous,"
            + "transaction_mode",
        // Otherwise, a user's SQL could attach any file, and so read or create it.
        Map.of("limit_attached", "0")),
    SQLSERVER(
        1433,
        Forms.SQLSERVER,
        "//host[\\instance][:port]",
        "applicationIntent,applicationName,database,databaseName,disableStatementPooling,"
            + "enablePrepareOnFirstPreparedStatementCall,encrypt,hostNameInCertificate,"
            + "lockTimeout,loginTimeout,multiSubnetFailover,packetSize,prepareMethod,"
            + "queryTimeout,responseBuffering,selectMethod,sendStringParametersAsUnicode,"
            + "serverPreparedStatementDiscardThreshold,socketTimeout,statementPoolingCacheSize,"
            + "trustServerCertificate,workstationID,xopenStates",
        Map.of()),
    ORACLE(
        1521,
        Forms.ORACLE,
        "thin:@//host[:port]/service",
        "defaultBatchValue,defaultRowPrefetch,oracle.jdbc.defaultRowPrefetch,"
            + "oracle.jdbc.implicitStatementCacheSize,oracle.jdbc.maxCachedBufferSize,"
            + "oracle.jdbc.ReadTimeout,oracle.net.CONNECT_TIMEOUT,oracle.net.disableOob,"
            + "oracle.net.READ_TIMEOUT",
        Map.of());

    private final int port;
    private final Pattern form;
    private final String shown;
    private final Set<String> names;
    private final Map<String, String> off;

    Database(int port, Pattern form, String shown, String names, Map<String, String> off) {
      this.port = port;
      this.form = form;
      this.shown = shown;
      this.names = names(names);
      this.off = off;
    }

    private static Optional<Database> of(String scheme) {
      return switch (scheme) {
        case "postgresql", "cockroachdb" -> Optional.of(POSTGRESQL);
        case "mariadb", "mysql" -> Optional.of(MARIADB);
        case "h2" -> Optional.of(H2);
        case "sqlite" -> Optional.of(SQLITE);
        case "sqlserver" -> Optional.of(SQLSERVER);
        case "oracle" -> Optional.of(ORACLE);
        default -> Optional.empty();
      };
    }
  }

  /** Patterns for the part of a URL between the database name and the parameters. */
  private static final class Forms {
    private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?";
    private static final String DATABASE = "(?:/[^/()\\\\:@,=]*)?";
    private static final String MARIADB_HOST =
        "(?:"
            + HOST
            + "|address=(?:\\((?:host=(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)|port=[0-9]{1,5}"
            + "|type=[a-z]+)\\))+)";

    private static final Pattern POSTGRESQL =
        Pattern.compile("//" + HOST + "(?:," + HOST + ")*" + DATABASE + "|[^/()\\\\:@,=]+");
    private static final Pattern MARIADB =
        Pattern.compile(
            "(?:(?:replication|loadbalance|sequential|load-balance-read):)?//"
                + MARIADB_HOST
                + "(?:,"
                + MARIADB_HOST
                + ")*"
                + DATABASE);
    private static final Pattern SQLSERVER =
        Pattern.compile("//[A-Za-z0-9._-]+(?:\\\\[A-Za-z0-9_$]+)?(?::[0-9]{1,5})?");
    private static final Pattern ORACLE =
        Pattern.compile(
            "thin:@(?:(?:tcps?:)?//)?[A-Za-z0-9._-]+(?::[0-9]{1,5})?(?:[/:][A-Za-z0-9._$#-]+)?");

    /**
     * A path, or an empty name for a database in memory. A URI or a resource is excluded, because
     * it would be fetched.
     */
    private static final Pattern SQLITE = Pattern.compile("(?!:resource:|file:)[^=]*");

    /**
     * Matches any text without an equals sign. Some drivers have no separator before parameters,
     * but all parameters have an equals sign.
     */
    private static final Pattern OTHER = Pattern.compile("[^=]*");

    private Forms() {}
  }

  private final String text;
  private final String scheme;
  private final Optional<Database> database;
  private final Set<String> further;

  private JdbcUrl(String text, String scheme, Set<String> further) {
    this.text = text;
    this.scheme = scheme;
    this.database = Database.of(scheme);
    this.further = further;
  }

  /**
   * Parses a URL.
   *
   * @param url starts with {@code jdbc:}
   * @throws IllegalArgumentException if the URL is not allowed; the message is one sentence that
   *     names what is allowed. It quotes no values, because they may be secrets
   */
  public static JdbcUrl parse(String url) {
    return parse(url, System.getenv(VARIABLE));
  }

  static JdbcUrl parse(String url, @Nullable String further) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "the JDBC URL must begin with jdbc:NAME:, where NAME is a database in lower case");
    }
    JdbcUrl parsed = new JdbcUrl(url, parts.group(1), furtherNames(further));
    parsed.check(parts.group(2));
    return parsed;
  }

  /**
   * Checks that a property is allowed for at least one database, when the database is not known
   * yet.
   *
   * @throws IllegalArgumentException if no database allows the property
   */
  public static void requireKnown(String name) {
    Set<String> more = furtherNames(System.getenv(VARIABLE));
    if (Stream.of(Database.values()).noneMatch(each -> each.names.contains(name))
        && !CREDENTIALS.contains(name)
        && !allows(more, name)) {
      throw new IllegalArgumentException(
          "must name parameters that are known to be harmless, which '"
              + name
              + "' is not; the environment variable "
              + VARIABLE
              + " allows more");
    }
  }

  /**
   * Checks that the names of properties outside the URL are allowed.
   *
   * @throws IllegalArgumentException if a parameter is not allowed
   */
  public void requireAllowed(Collection<String> names) {
    names.forEach(this::requireAllowed);
  }

  /**
   * Returns the hosts that the driver connects to, with default ports; empty for an embedded or
   * unknown database.
   */
  public List<HostPort> hosts() {
    return database.filter(known -> known.port > 0).map(this::hosts).orElse(List.of());
  }

  private List<HostPort> hosts(Database known) {
    String rest = text.substring("jdbc:".length() + scheme.length() + 1).split("[?;]", 2)[0];
    int slashes = rest.indexOf("//");
    if (slashes < 0 && known != Database.ORACLE) {
      return List.of(new HostPort("localhost", known.port)); // the name of a database
    }
    int begin = slashes < 0 ? rest.indexOf('@') + 1 : slashes + 2;
    String authority = rest.substring(begin).split("/", 2)[0];
    return Stream.of(authority.split(",", -1)).map(each -> host(each, known)).toList();
  }

  private static HostPort host(String text, Database known) {
    Matcher address = ADDRESS_PART.matcher(text);
    String host = "localhost";
    int port = known.port;
    if (text.startsWith("address=")) {
      while (address.find()) {
        switch (address.group(1)) {
          case "host" -> host = address.group(2);
          case "port" -> port = Integer.parseInt(address.group(2));
          default -> {}
        }
      }
    } else {
      Matcher parts = HOST_PART.matcher(text);
      if (parts.lookingAt()) {
        host = parts.group(1);
        port = parts.group(2) == null ? port : Integer.parseInt(parts.group(2));
      }
    }
    return new HostPort(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
  }

  /**
   * Returns properties that keep a server from attacking this machine. Set them after all others.
   */
  public Map<String, String> protections() {
    return database.map(known -> known.off).orElse(Map.of());
  }

  private void check(String rest) {
    int end = rest.length();
    for (char mark : new char[] {'?', ';'}) {
      int at = rest.indexOf(mark);
      end = at < 0 ? end : Math.min(end, at);
    }
    String before = rest.substring(0, end);
    Pattern form = database.map(known -> known.form).orElse(Forms.OTHER);
    boolean isAnything = further.contains("*") && database.isEmpty();
    if (!isAnything && (!form.matcher(before).matches() || hasControls(before))) {
      throw new IllegalArgumentException(
          "the JDBC URL must be jdbc:"
              + scheme
              + ":"
              + database.map(known -> known.shown).orElse("address")
              + " before its parameters");
    }
    for (String parameter : rest.substring(end).split("[?&;]", -1)) {
      if (!parameter.isEmpty()) {
        requireParameter(parameter);
      }
    }
  }

  private static boolean hasControls(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  private void requireParameter(String parameter) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? parameter : parameter.substring(0, equals);
    if (equals < 0 || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the parameters of the JDBC URL must be name=value, without quotes or escapes");
    }
    requireAllowed(name);
    if (!VALUE.matcher(parameter.substring(equals + 1)).matches()) {
      throw new IllegalArgumentException(
          "the JDBC URL's parameter " + name + " must have no braces, backslashes or controls");
    }
  }

  private void requireAllowed(String name) {
    Set<String> names = database.map(known -> known.names).orElse(Set.of());
    if (names.contains(name) || CREDENTIALS.contains(name) || allows(further, name)) {
      return;
    }
    String allowed =
        Stream.concat(CREDENTIALS.stream(), names.stream()).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "the JDBC parameter '"
            + (NAME.matcher(name).matches() ? name : "…")
            + "' is not allowed for "
            + scheme
            + "; allowed are "
            + allowed
            + ", and what the environment variable "
            + VARIABLE
            + " names");
  }

  private static Set<String> furtherNames(@Nullable String text) {
    return text == null || text.isBlank() ? Set.of() : names(text.replaceAll("\\s", ""));
  }

  private static boolean allows(Set<String> further, String name) {
    return further.contains("*") || further.contains(name);
  }

  /** Returns the URL, which may contain secrets. */
  @Override
  public String toString() {
    return text;
  }
}
