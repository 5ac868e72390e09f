package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.kit.StatementText;
import org.plimsoll.api.kit.StatementValue;

/** The user's statements with one name, prepared. */
final class PreparedUserStatement {
  private final UserStatement definition;
  private final List<Part> parts;

  private record Part(PreparedStatement statement, List<CqlValue> values) {}

  private PreparedUserStatement(UserStatement definition, List<Part> parts) {
    this.definition = definition;
    this.parts = parts;
  }

  /**
   * Prepares the statements.
   *
   * @throws IllegalArgumentException if the server refuses a statement; the message has its reason
   */
  static PreparedUserStatement prepare(
      CqlSession session, UserStatement definition, List<String> fieldNames) {
    List<Part> parts = new ArrayList<>();
    for (StatementText text : definition.texts()) {
      PreparedStatement prepared = prepare(session, definition, text);
      List<CqlValue> values = new ArrayList<>();
      for (int i = 0; i < text.parameters().size(); i++) {
        values.add(
            CqlValue.of(
                StatementValue.of(text.parameters().get(i), fieldNames),
                prepared.getVariableDefinitions().get(i),
                definition.name()));
      }
      parts.add(new Part(prepared, values));
    }
    return new PreparedUserStatement(definition, parts);
  }

  private static PreparedStatement prepare(
      CqlSession session, UserStatement definition, StatementText text) {
    try {
      // A write may add to a counter or a list, so it must not be sent twice.
      return session.prepare(
          SimpleStatement.newInstance(text.text()).setIdempotent(definition.selects()));
    } catch (DriverException e) {
      throw new IllegalArgumentException(
          "statements: the server refuses %s: %s".formatted(definition.name(), e.getMessage()), e);
    }
  }

  UserStatement definition() {
    return definition;
  }

  /** Binds the values of an operation to the statement. */
  Statement<?> bind(Operation operation, Choices now, RandomGenerator random) {
    ConsistencyLevel level = definition.side() == Side.READS ? now.read() : now.write();
    if (!definition.isBatch()) {
      return bind(parts.getFirst(), operation, now, random).setConsistencyLevel(level);
    }
    BatchStatementBuilder batch =
        BatchStatement.builder(DefaultBatchType.LOGGED)
            .setConsistencyLevel(level)
            .setSerialConsistencyLevel(now.serial())
            .setIdempotence(false);
    for (Part part : parts) {
      batch.addStatement(bind(part, operation, now, random));
    }
    return batch.build();
  }

  private static BoundStatement bind(
      Part part, Operation operation, Choices now, RandomGenerator random) {
    BoundStatementBuilder statement = part.statement().boundStatementBuilder();
    for (int i = 0; i < part.values().size(); i++) {
      statement.setBytesUnsafe(i, part.values().get(i).encode(operation, random));
    }
    statement.setSerialConsistencyLevel(now.serial());
    return statement.setPageSize(now.pageSize()).build();
  }
}
