import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.client.transport.TransportClient;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.transport.TransportAddress;
import org.elasticsearch.common.xcontent.XContentBuilder;
import org.elasticsearch.common.xcontent.XContentFactory;
import org.elasticsearch.transport.Netty4Plugin;

/**
 * A bare loop over Elasticsearch's transport client. Arguments: those of {@link Load}, and the
 * port.
 */
final class ElasticsearchTransportLoop {
  private static final String INDEX = "plimsoll";
  private static final String TYPE = "doc";

  private ElasticsearchTransportLoop() {}

  private static final class Client extends TransportClient {
    Client() {
      super(
          Settings.builder()
              .put("client.transport.ignore_cluster_name", true)
              .put("transport.netty.worker_count", 1)
              .build(),
          Settings.EMPTY,
          List.of(Netty4Plugin.class),
          null);
    }
  }

  public static void main(String[] args) throws Exception {
    Client client = new Client();
    client.addTransportAddress(
        new TransportAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[3])));
    String[] names = Load.keys(Load::name, String[]::new);
    new Load(args)
        .run((key, value, answered) -> {
          String name = names[key];
          if (value == null) {
            client
                .prepareGet(INDEX, TYPE, name)
                .execute(
                    new Answer<GetResponse>(ElasticsearchTransportLoop::requireFound, answered));
          } else {
            client
                .prepareIndex(INDEX, TYPE, name)
                .setSource(document(key, name, value))
                .execute(new Answer<>(_ -> {}, answered));
          }
        });
  }

  private static void requireFound(GetResponse answer) {
    if (!answer.isExists() || answer.getSourceAsBytesRef().length() < 1000) {
      Load.fail(new IllegalStateException(answer.getId()));
    }
  }

  private static XContentBuilder document(int key, String name, byte[] value) throws IOException {
    return XContentFactory.jsonBuilder()
        .startObject()
        .field("plimsoll-key", name)
        .field("plimsoll-group", "g" + key % 1000)
        .field("field0", value)
        .endObject();
  }

  private record Answer<A>(Consumer<A> check, Runnable answered) implements ActionListener<A> {
    @Override
    public void onResponse(A answer) {
      check.accept(answer);
      answered.run();
    }

    @Override
    public void onFailure(Exception failure) {
      Load.fail(failure);
    }
  }
}
