import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import java.lang.reflect.Field;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * DynamoDB Local on loopback only. By default it listens on every address, without an option to
 * change that. Run as a source file with the class path of the adjacent pom.
 */
public final class LoopbackServer {
  private LoopbackServer() {}

  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer local = ServerRunner.createServerFromCommandLineArgs(args);
    for (Field field : local.getClass().getDeclaredFields()) {
      if (field.getType() == Server.class) {
        field.setAccessible(true);
        for (Connector connector : ((Server) field.get(local)).getConnectors()) {
          ((ServerConnector) connector).setHost("127.0.0.1");
        }
      }
    }
    local.start();
    local.join();
  }
}
