package org.plimsoll.driver.gremlin;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.DefaultNettyOptions;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import io.netty.bootstrap.Bootstrap;
import org.plimsoll.api.DriverContext;
import org.plimsoll.driver.netty.CheckedAddresses;

/**
 * Builds CQL sessions whose connections, also those to nodes that Cassandra names, the engine has
 * allowed. The class of {@code cassandra} is for another release of the library.
 */
final class CheckedSessions extends CqlSessionBuilder {
  private final CheckedAddresses addresses;

  CheckedSessions(DriverContext context) {
    addresses = new CheckedAddresses(context);
  }

  @Override
  protected com.datastax.oss.driver.api.core.context.DriverContext buildContext(
      DriverConfigLoader config, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(config, arguments) {
      @Override
      protected NettyOptions buildNettyOptions() {
        return new DefaultNettyOptions(this) {
          @Override
          public void afterBootstrapInitialized(Bootstrap bootstrap) {
            super.afterBootstrapInitialized(bootstrap);
            var _ = bootstrap.resolver(addresses);
          }
        };
      }
    };
  }
}
