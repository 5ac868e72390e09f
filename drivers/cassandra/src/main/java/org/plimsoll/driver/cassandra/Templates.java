package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The statements of all operations, prepared once for each library session. */
final class Templates {
  private final Map<Query, Template> lasting = new EnumMap<>(Query.class);
  private final Map<Query, Template> expiring = new EnumMap<>(Query.class);
  private final Map<String, PreparedUserStatement> users = new HashMap<>();

  private Templates() {}

  /** Prepares the statements in parallel. */
  static Templates prepare(CqlSession session, List<Draft> drafts) {
    List<CompletableFuture<PreparedStatement>> prepared = new ArrayList<>();
    for (Draft draft : drafts) {
      SimpleStatement statement =
          SimpleStatement.newInstance(draft.cql()).setIdempotent(draft.idempotent());
      prepared.add(session.prepareAsync(statement).toCompletableFuture());
    }
    Templates templates = new Templates();
    for (int i = 0; i < prepared.size(); i++) {
      Draft draft = drafts.get(i);
      templates
          .of(draft.expiring())
          .put(draft.query(), new Template(prepared.get(i).join(), draft));
    }
    return templates;
  }

  /** Adds the user's statements. */
  void add(PreparedUserStatement prepared) {
    users.put(prepared.definition().name(), prepared);
  }

  /** The user's statements of this name, or null if there are none. */
  @Nullable PreparedUserStatement users(String name) {
    return users.get(name);
  }

  private Map<Query, Template> of(boolean expires) {
    return expires ? expiring : lasting;
  }

  /** Returns a statement that exists for every table. */
  Template get(Query query, boolean expires) {
    Template template = find(query, expires);
    if (template == null) {
      throw new IllegalArgumentException(query + " is not prepared");
    }
    return template;
  }

  /** Returns a statement, or null if it does not exist for the table. */
  @Nullable Template find(Query query, boolean expires) {
    return of(expires).get(query);
  }
}
