import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * A bare loop over the SDK of S3. Answers complete on its I/O threads. Arguments: those of {@link
 * Load}, the port, the user and the password.
 */
final class S3Loop {
  private static final String BUCKET = "bench";

  private S3Loop() {}

  public static void main(String[] args) throws Exception {
    S3AsyncClient client =
        S3AsyncClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + args[3]))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(args[4], args[5])))
            .httpClientBuilder(
                NettyNioAsyncHttpClient.builder()
                    .maxConcurrency(Integer.parseInt(args[0]) * 2)
                    .connectionTimeout(Duration.ofSeconds(10)))
            .asyncConfiguration(async ->
                async.advancedOption(
                    SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
            .forcePathStyle(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .build();
    String[] names = Load.keys(key -> "plimsoll/" + Load.name(key), String[]::new);
    new Load(args)
        .run((key, value, answered) -> {
          CompletableFuture<?> answer =
              value == null
                  ? read(client, names[key])
                  : client.putObject(
                      put -> put.bucket(BUCKET).key(names[key]),
                      AsyncRequestBody.fromBytesUnsafe(value));
          answer.whenComplete((_, failure) -> {
            if (failure != null) {
              Load.fail(failure);
            }
            answered.run();
          });
        });
  }

  private static CompletableFuture<?> read(S3AsyncClient client, String name) {
    return client
        .getObject(get -> get.bucket(BUCKET).key(name), AsyncResponseTransformer.toBytes())
        .thenAccept(object -> {
          if (object.asByteArrayUnsafe().length != 1000) {
            throw new IllegalStateException(name);
          }
        });
  }
}
