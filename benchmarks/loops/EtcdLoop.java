import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;

/**
 * A bare loop over etcd's gRPC client, on 4 channels. Arguments: those of {@link Load}, and the
 * port.
 */
final class EtcdLoop {
  private EtcdLoop() {}

  public static void main(String[] args) throws Exception {
    Load.Requests[] channels = new Load.Requests[4];
    ByteString[] keys =
        Load.keys(
            key -> ByteString.copyFromUtf8("/plimsoll/" + Load.name(key)), ByteString[]::new);
    for (int i = 0; i < channels.length; i++) {
      channels[i] = requests(keys, Integer.parseInt(args[3]));
    }
    new Load(args).run(channels);
  }

  private static Load.Requests requests(ByteString[] keys, int port) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().directExecutor().build();
    KVGrpc.KVStub stub = KVGrpc.newStub(channel);
    return (key, value, answered) -> {
      if (value == null) {
        RangeRequest read = RangeRequest.newBuilder().setKey(keys[key]).build();
        stub.range(read, new Answer<>(EtcdLoop::requireFound, answered));
      } else {
        PutRequest put =
            PutRequest.newBuilder()
                .setKey(keys[key])
                .setValue(UnsafeByteOperations.unsafeWrap(value))
                .build();
        stub.put(put, new Answer<>(_ -> {}, answered));
      }
    };
  }

  private static void requireFound(RangeResponse answer) {
    if (answer.getKvsCount() != 1 || answer.getKvs(0).getValue().toByteArray().length != 1000) {
      Load.fail(new IllegalStateException("no row"));
    }
  }

  private record Answer<A>(Consumer<A> check, Runnable answered) implements StreamObserver<A> {
    @Override
    public void onNext(A answer) {
      check.accept(answer);
    }

    @Override
    public void onError(Throwable failure) {
      Load.fail(failure);
    }

    @Override
    public void onCompleted() {
      answered.run();
    }
  }
}
