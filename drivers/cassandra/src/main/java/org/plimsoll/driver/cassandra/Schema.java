package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.StatementText;

/** Creates and drops the keyspace and the tables. */
final class Schema {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TableShape shape;
  private final SettingValues settings;

  Schema(TableShape shape, SettingValues settings) {
    this.shape = shape;
    this.settings = settings;
  }

  void create(CqlSession session) {
    SchemaUse use = settings.get(CassandraSettings.SCHEMA);
    if (use == SchemaUse.NONE) {
      return;
    }
    if (use != SchemaUse.CREATE) {
      drop(session);
    }
    if (keyspace(session).isEmpty()) {
      run(session, createKeyspace());
    }
    if (shape.exists()) {
      createTables(session);
    }
    for (StatementText definition : settings.get(CassandraSettings.DEFINITIONS)) {
      use(session);
      run(session, definition.text());
    }
  }

  private void createTables(CqlSession session) {
    if (shape.layout() instanceof UdtLayout udt) {
      run(session, createType(udt));
    }
    if (!hasTable(session, shape.table())) {
      run(session, createTable());
    }
    if (!hasCounters(session)) {
      run(
          session,
          "CREATE TABLE IF NOT EXISTS %s (%s %s PRIMARY KEY, count counter)"
              .formatted(shape.counters(), TableShape.KEY, shape.keyCql()));
    }
  }

  /** Sets the keyspace for table names without one, as in the user's statements. */
  void use(CqlSession session) {
    run(session, "USE " + shape.keyspace());
  }

  /** Drops the tables. The keyspace remains, because it may contain other tables. */
  void drop(CqlSession session) {
    if (!shape.exists() || keyspace(session).isEmpty()) {
      return;
    }
    run(session, "DROP TABLE IF EXISTS " + shape.rows());
    run(session, "DROP TABLE IF EXISTS " + shape.counters());
    if (shape.layout() instanceof UdtLayout udt) {
      run(session, "DROP TYPE IF EXISTS " + shape.keyspace() + "." + udt.typeName());
    }
  }

  /** Drops the tables that the run has created, if {@code schema=temporary}. */
  void end(CqlSession session) {
    if (settings.get(CassandraSettings.SCHEMA) == SchemaUse.TEMPORARY) {
      drop(session);
    }
  }

  void truncate(CqlSession session) {
    if (!shape.exists()) {
      throw new UnsupportedOperationException(
          "cassandra cannot truncate tables of your own statements");
    }
    run(session, "TRUNCATE " + shape.rows());
    if (hasCounters(session)) {
      run(session, "TRUNCATE " + shape.counters());
    }
  }

  /** Returns the estimated number of partitions, summed over the primary ranges of the nodes. */
  long estimatedPartitions(CqlSession session) {
    SimpleStatement question =
        SimpleStatement.newInstance(
                "SELECT partitions_count FROM system.size_estimates WHERE keyspace_name = ? AND"
                    + " table_name = ?",
                shape.keyspace(),
                shape.table())
            .setTimeout(PATIENCE);
    long partitions = 0;
    for (Node node : session.getMetadata().getNodes().values()) {
      for (Row row : session.execute(question.setNode(node))) {
        partitions += row.getLong(0);
      }
    }
    return partitions;
  }

  private String createKeyspace() {
    return "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = %s"
        .formatted(
            shape.keyspace(), SchemaText.literal(settings.get(CassandraSettings.REPLICATION)));
  }

  private String createType(UdtLayout udt) {
    return "CREATE TYPE IF NOT EXISTS %s.%s (%s)"
        .formatted(
            shape.keyspace(),
            udt.typeName(),
            definitions(udt.members().columns(), udt.members().types()));
  }

  private String createTable() {
    StringBuilder cql = new StringBuilder("CREATE TABLE IF NOT EXISTS ");
    cql.append(shape.rows()).append(" (").append(TableShape.KEY).append(' ').append(shape.keyCql());
    if (shape.hasPosition()) {
      cql.append(", ").append(TableShape.POSITION).append(" int");
    }
    cql.append(", ")
        .append(definitions(shape.layout().columns(), shape.layout().types()))
        .append(", PRIMARY KEY (")
        .append(String.join(", ", shape.keyColumns()))
        .append("))");
    List<String> options = options();
    if (!options.isEmpty()) {
      cql.append(" WITH ").append(String.join(" AND ", options));
    }
    return cql.toString();
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    Map<String, String> compaction = settings.get(CassandraSettings.COMPACTION);
    if (!compaction.isEmpty()) {
      options.add("compaction = " + SchemaText.literal(compaction));
    }
    Map<String, String> compression = settings.get(CassandraSettings.COMPRESSION);
    if (!compression.isEmpty()) {
      options.add("compression = " + SchemaText.literal(compression));
    }
    String others = settings.get(CassandraSettings.TABLE_OPTIONS);
    if (!others.isBlank()) {
      options.add(others);
    }
    return options;
  }

  private static String definitions(List<String> names, List<String> types) {
    List<String> definitions = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      definitions.add(names.get(i) + " " + types.get(i));
    }
    return String.join(", ", definitions);
  }

  boolean hasCounters(CqlSession session) {
    return shape.exists() && hasTable(session, shape.table() + "_counters");
  }

  Optional<KeyspaceMetadata> keyspace(CqlSession session) {
    return session.getMetadata().getKeyspace(CqlIdentifier.fromCql(shape.keyspace()));
  }

  private boolean hasTable(CqlSession session, String name) {
    return keyspace(session)
        .flatMap(keyspace -> keyspace.getTable(CqlIdentifier.fromCql(name)))
        .isPresent();
  }

  private static void run(CqlSession session, String cql) {
    var _ = session.execute(SimpleStatement.newInstance(cql).setTimeout(PATIENCE));
  }
}
