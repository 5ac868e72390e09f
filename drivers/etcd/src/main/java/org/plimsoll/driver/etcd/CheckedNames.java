package org.plimsoll.driver.etcd;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.Status;
import io.grpc.StatusOr;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/**
 * Resolves the members of the target for gRPC, and checks each address with the engine. gRPC
 * resolves again after a lost connection, so that a host name may change its address.
 */
final class CheckedNames extends NameResolver {
  private final DriverContext context;
  private final List<HostPort> members;
  private volatile @Nullable Listener2 listener;

  private CheckedNames(DriverContext context, List<HostPort> members) {
    this.context = context;
    this.members = members;
  }

  /**
   * Creates a factory of resolvers for these members. It handles targets with the scheme {@code
   * etcd}.
   */
  static NameResolver.Factory factory(DriverContext context, List<HostPort> members) {
    return new NameResolver.Factory() {
      @Override
      public NameResolver newNameResolver(URI target, Args args) {
        return new CheckedNames(context, members);
      }

      @Override
      public String getDefaultScheme() {
        return "etcd";
      }
    };
  }

  @Override
  public String getServiceAuthority() {
    return members.getFirst().toString();
  }

  @Override
  public void start(Listener2 newListener) {
    listener = newListener;
    refresh();
  }

  @Override
  public void refresh() {
    var _ = Thread.ofVirtual().name("etcd-resolve").start(this::resolve);
  }

  private void resolve() {
    Listener2 told = listener;
    if (told == null) {
      return;
    }
    List<EquivalentAddressGroup> found = new ArrayList<>();
    IOException failure = null;
    for (HostPort member : members) {
      try {
        found.add(addressesOf(member));
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null && found.isEmpty()) {
      told.onError(Status.UNAVAILABLE.withDescription(failure.getMessage()).withCause(failure));
    } else {
      told.onResult(
          ResolutionResult.newBuilder().setAddressesOrError(StatusOr.fromValue(found)).build());
    }
  }

  private EquivalentAddressGroup addressesOf(HostPort member) throws IOException {
    List<SocketAddress> addresses = new ArrayList<>();
    for (InetAddress address : context.resolve(member.host(), member.port())) {
      addresses.add(new InetSocketAddress(address, member.port()));
    }
    // The name that the certificate of this member must contain.
    Attributes name =
        Attributes.newBuilder()
            .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, member.toString())
            .build();
    return new EquivalentAddressGroup(addresses, name);
  }

  @Override
  public void shutdown() {
    listener = null;
  }
}
