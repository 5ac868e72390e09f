package org.plimsoll.fleet.cluster;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.cluster.ConfigValidation;
import org.apache.pekko.cluster.Invalid;
import org.apache.pekko.cluster.JoinConfigCompatChecker;
import org.apache.pekko.cluster.Valid$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lets a node join only if its fleet name and protocol version match. */
public final class JoinCheck extends JoinConfigCompatChecker {
  /** Called by Pekko, which finds this class in {@code fleet.conf}. */
  public JoinCheck() {}

  @Override
  public Seq<String> requiredKeys() {
    return seq(List.of(ClusterConfig.FLEET, ClusterConfig.PROTOCOL));
  }

  @Override
  public ConfigValidation check(Config given, Config own) {
    List<String> reasons = new ArrayList<>();
    for (String key : List.of(ClusterConfig.FLEET, ClusterConfig.PROTOCOL)) {
      String theirs = given.hasPath(key) ? given.getString(key) : "(none)";
      if (!theirs.equals(own.getString(key))) {
        reasons.add(key + " is '" + theirs + "', must be '" + own.getString(key) + "'");
      }
    }
    return reasons.isEmpty() ? Valid$.MODULE$ : new Invalid(seq(reasons));
  }

  private static Seq<String> seq(List<String> texts) {
    return CollectionConverters.asScala(texts).toList();
  }
}
