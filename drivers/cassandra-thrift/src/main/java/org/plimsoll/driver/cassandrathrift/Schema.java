package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.cassandra.thrift.CfDef;
import org.apache.cassandra.thrift.ColumnDef;
import org.apache.cassandra.thrift.InvalidRequestException;
import org.apache.cassandra.thrift.KsDef;
import org.apache.cassandra.thrift.NotFoundException;
import org.apache.thrift.TException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;

/** Creates and drops the keyspace and the tables, and checks that existing ones are compatible. */
final class Schema {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 50;
  private static final String UNREACHABLE = "UNREACHABLE";
  private static final String BYTES = NameType.BYTES.type();
  private static final String ASCII = NameType.ASCII.type();
  private static final Set<String> TEXTS = Set.of(BYTES, ASCII, NameType.UTF8.type());
  private static final String COUNTER = "CounterColumnType";

  private final Control control;
  private final SettingValues settings;
  private final String keyspace;
  private final String table;
  private final boolean namesAreAscii;
  private volatile boolean createdKeyspace;
  private volatile boolean createdTables;
  private volatile boolean fits;

  /**
   * Creates a schema without sending a request.
   *
   * @param columns the columns of the run's rows
   */
  Schema(Control control, SettingValues settings, String keyspace, Columns columns) {
    this.control = control;
    this.settings = settings;
    this.keyspace = keyspace;
    table = settings.get(ThriftSettings.TABLE);
    namesAreAscii =
        columns.names().stream()
            .allMatch(name ->
                StandardCharsets.US_ASCII
                    .newEncoder()
                    .canEncode(StandardCharsets.UTF_8.decode(name.duplicate())));
  }

  /** Returns the name of the counter table that belongs to a table of rows. */
  static String counters(String table) {
    return table + "_counters";
  }

  /** Returns the keyspace, or empty if it does not exist. */
  Optional<KsDef> keyspace() throws IOException, TException {
    try {
      return Optional.of(control.any(client -> client.describe_keyspace(keyspace)));
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the table of the rows. Empty if it does not exist, or if it is a CQL table that Thrift
   * cannot describe.
   */
  Optional<CfDef> table() throws IOException, TException {
    return keyspace().flatMap(found -> definition(found, table));
  }

  private static Optional<CfDef> definition(KsDef keyspace, String name) {
    return keyspace.getCf_defs().stream().filter(each -> each.getName().equals(name)).findFirst();
  }

  void create() throws IOException, TException, InterruptedException {
    SchemaUse use = settings.get(ThriftSettings.SCHEMA);
    if (use == SchemaUse.NONE) {
      return;
    }
    fits = false;
    if (use != SchemaUse.CREATE) {
      drop();
    }
    Optional<KsDef> found = keyspace();
    if (found.isEmpty()) {
      add();
    }
    for (CfDef each : found.isEmpty() ? List.<CfDef>of() : definitions()) {
      if (definition(found.get(), each.getName()).isEmpty()) {
        addTable(each);
      }
    }
    createdTables = true;
    awaitAgreement();
  }

  private void add() throws IOException, TException {
    SchemaText.Choice replication = settings.get(ThriftSettings.REPLICATION);
    KsDef definition =
        new KsDef(keyspace, "org.apache.cassandra.locator." + replication.name(), definitions())
            .setStrategy_options(new HashMap<>(replication.options()));
    try {
      var _ = control.any(client -> client.system_add_keyspace(definition));
      createdKeyspace = true;
    } catch (InvalidRequestException e) {
      // Another generator may have created it at the same time.
      if (table().isEmpty()) {
        throw e;
      }
    }
  }

  private void addTable(CfDef definition) throws IOException, TException {
    try {
      var _ =
          control.any(client -> {
            client.set_keyspace(keyspace);
            return client.system_add_column_family(definition);
          });
    } catch (InvalidRequestException e) {
      // Another generator may have created it at the same time.
      if (keyspace().flatMap(found -> definition(found, definition.getName())).isEmpty()) {
        throw e;
      }
    }
  }

  private List<CfDef> definitions() {
    CfDef rows =
        optioned(table)
            .setComparator_type(settings.get(ThriftSettings.COMPARATOR).type())
            .setDefault_validation_class(BYTES);
    CfDef counters =
        optioned(counters(table))
            .setComparator_type(NameType.UTF8.type())
            .setDefault_validation_class(COUNTER);
    return new ArrayList<>(List.of(rows, counters));
  }

  private CfDef optioned(String name) {
    CfDef definition = new CfDef(keyspace, name).setKey_validation_class(BYTES);
    SchemaText.Choice compaction = settings.get(ThriftSettings.COMPACTION);
    if (!compaction.name().isEmpty()) {
      definition
          .setCompaction_strategy(compaction.name())
          .setCompaction_strategy_options(new HashMap<>(compaction.options()));
    }
    SchemaText.Choice compression = settings.get(ThriftSettings.COMPRESSION);
    if (!compression.name().isEmpty()) {
      Map<String, String> options = new HashMap<>(compression.options());
      options.put(
          "sstable_compression", compression.name().equals("none") ? "" : compression.name());
      definition.setCompression_options(options);
    }
    return definition;
  }

  /** Waits until all reachable nodes have the same schema. */
  private void awaitAgreement() throws IOException, TException, InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (versions(control.any(client -> client.describe_schema_versions())) > 1) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IOException(
            "the nodes have not agreed on the schema within " + PATIENCE.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Returns the number of different schemas among the reachable nodes. */
  static long versions(Map<String, List<String>> hostsByVersion) {
    return hostsByVersion.keySet().stream().filter(each -> !each.equals(UNREACHABLE)).count();
  }

  /** Returns the number of nodes that the answering node cannot reach. */
  static int unreachable(Map<String, List<String>> hostsByVersion) {
    return hostsByVersion.getOrDefault(UNREACHABLE, List.of()).size();
  }

  private void drop() throws IOException, TException {
    Optional<KsDef> found = keyspace();
    if (found.isEmpty()) {
      return;
    }
    for (String name : List.of(table, counters(table))) {
      if (definition(found.get(), name).isPresent()) {
        var _ =
            control.any(client -> {
              client.set_keyspace(keyspace);
              return client.system_drop_column_family(name);
            });
      }
    }
  }

  /** Drops the tables and the keyspace that the run has created, if {@code schema=temporary}. */
  void end() throws IOException, TException {
    if (settings.get(ThriftSettings.SCHEMA) != SchemaUse.TEMPORARY || !createdTables) {
      return;
    }
    drop();
    if (createdKeyspace && keyspace().filter(found -> found.getCf_defs().isEmpty()).isPresent()) {
      var _ = control.any(client -> client.system_drop_keyspace(keyspace));
    }
  }

  /**
   * Truncates the tables with CQL statements over Thrift, because Thrift's own call refuses counter
   * tables.
   */
  void truncate() throws IOException, TException {
    Optional<KsDef> found = keyspace();
    for (String name : List.of(table, counters(table))) {
      if (found.flatMap(its -> definition(its, name)).isPresent()) {
        String statement = "TRUNCATE \"%s\".\"%s\"".formatted(keyspace, name);
        var _ = control.any(client -> Control.cql(client, statement));
      }
    }
  }

  /**
   * Checks that the table can hold the rows of this run.
   *
   * @throws IOException if it cannot; the message is one sentence
   */
  void requireFits() throws IOException, TException {
    if (fits) {
      return;
    }
    Optional<CfDef> found = table();
    if (found.isEmpty()) {
      throw new IOException(
          "there is no table "
              + keyspace
              + "."
              + table
              + " for Thrift, which does not see most tables of CQL; use schema=create if it does"
              + " not exist, or another table");
    }
    String misfit = misfit(found.get());
    if (!misfit.isEmpty()) {
      throw new IOException(
          keyspace
              + "."
              + table
              + " cannot hold the rows of this run: "
              + misfit
              + "; use schema=recreate, or another table");
    }
    fits = true;
  }

  /** Returns the first incompatibility of the table, or an empty string if there is none. */
  private String misfit(CfDef found) {
    if (!"Standard".equals(found.getColumn_type())) {
      return "it has super columns";
    }
    String names = brief(found.getComparator_type());
    if (!TEXTS.contains(names) || (names.equals(ASCII) && !namesAreAscii)) {
      return "its column names are of the type " + names;
    }
    String keys = brief(found.getKey_validation_class());
    if (!TEXTS.contains(keys)) {
      return "its keys are of the type " + keys;
    }
    String values = brief(found.getDefault_validation_class());
    List<ColumnDef> columns = found.isSetColumn_metadata() ? found.getColumn_metadata() : List.of();
    for (ColumnDef column : columns) {
      values = values.equals(BYTES) ? brief(column.getValidation_class()) : values;
    }
    return values.equals(BYTES) ? "" : "its values are of the type " + values;
  }

  /** Returns a class name without the package. */
  static String brief(@Nullable String type) {
    return type == null ? BYTES : type.replaceAll("[a-z]+(\\.[a-z]+)*\\.(?=[A-Z])", "");
  }
}
