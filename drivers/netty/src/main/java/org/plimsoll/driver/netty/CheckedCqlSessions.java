package org.plimsoll.driver.netty;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.DefaultNettyOptions;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import io.netty.bootstrap.Bootstrap;
import org.plimsoll.api.DriverContext;

/**
 * Builds sessions of the CQL library whose connections are checked with the engine, including those
 * to discovered nodes. Each driver has its own version of the library.
 */
public final class CheckedCqlSessions extends CqlSessionBuilder {
  private final CheckedAddresses addresses;

  /** Creates a builder of sessions that check addresses with the given context. */
  public CheckedCqlSessions(DriverContext context) {
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
