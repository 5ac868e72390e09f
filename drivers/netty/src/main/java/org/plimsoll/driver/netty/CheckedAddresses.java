package org.plimsoll.driver.netty;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.plimsoll.api.DriverContext;

/**
 * Resolves addresses for Netty, and checks each address with the engine before Netty connects to
 * it. This covers the addresses of the target and those that servers report.
 */
public final class CheckedAddresses extends AddressResolverGroup<InetSocketAddress> {
  private final DriverContext context;

  /** Creates a group that checks addresses with the given context. */
  public CheckedAddresses(DriverContext context) {
    this.context = context;
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
    return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {
      // Otherwise, an address that needs no resolution would not be checked.
      @Override
      protected boolean doIsResolved(InetSocketAddress address) {
        return false;
      }

      @Override
      protected void doResolve(InetSocketAddress address, Promise<InetSocketAddress> promise) {
        try {
          promise.setSuccess(context.resolve(address));
        } catch (IOException e) {
          promise.setFailure(e);
        }
      }

      @Override
      protected void doResolveAll(
          InetSocketAddress address, Promise<List<InetSocketAddress>> promise) {
        try {
          promise.setSuccess(List.of(context.resolve(address)));
        } catch (IOException e) {
          promise.setFailure(e);
        }
      }
    };
  }
}
