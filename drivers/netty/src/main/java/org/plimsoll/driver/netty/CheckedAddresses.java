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
 * Asks the engine about each address before Netty connects to it: those of the target, and those
 * that the servers name.
 */
public final class CheckedAddresses extends AddressResolverGroup<InetSocketAddress> {
  private final DriverContext context;

  /** Creates a group that asks this context. */
  public CheckedAddresses(DriverContext context) {
    this.context = context;
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
    return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {
      // Otherwise an address that needs no resolution would not be checked.
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
