package org.plimsoll.driver.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains in one sentence why a store returned no object. Only the error code and the region in
 * the answer are used, because its message is untrusted and may quote the request.
 */
final class Refusal {
  private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z0-9.]{1,64})</Code>");
  private static final Pattern REGION = Pattern.compile("<Region>([a-z0-9-]{1,63})</Region>");
  private static final Pattern REGION_NAME = Pattern.compile("[a-z0-9-]{1,63}");

  private Refusal() {}

  static String sentence(S3Place place, HttpResponse<byte[]> answer) {
    String body = new String(answer.body(), UTF_8);
    String code = first(CODE, body).orElse("");
    return switch (code) {
      case "NoSuchBucket" -> "there is no bucket '" + place.bucket() + "'";
      case "SignatureDoesNotMatch" -> "the password is not the secret key of this access key";
      case "InvalidAccessKeyId" -> "the store does not know this access key (user)";
      case "ExpiredToken", "InvalidToken", "TokenRefreshRequired" ->
          "the session token is invalid or expired";
      case "RequestTimeTooSkewed" -> "the store's clock and this machine's are too far apart";
      case "PermanentRedirect",
          "TemporaryRedirect",
          "AuthorizationHeaderMalformed",
          "IllegalLocationConstraintException" ->
          elsewhere(place, answer, body);
      default -> byStatus(place, answer, body, code);
    };
  }

  private static String byStatus(
      S3Place place, HttpResponse<byte[]> answer, String body, String code) {
    return switch (answer.statusCode()) {
      case 301, 302, 307, 308 -> elsewhere(place, answer, body);
      case 401, 403 -> "access is denied";
      case 404 -> "there is no object '" + place.key() + "' in bucket '" + place.bucket() + "'";
      default -> "it answered " + answer.statusCode() + (code.isEmpty() ? "" : " (" + code + ")");
    };
  }

  private static String elsewhere(S3Place place, HttpResponse<byte[]> answer, String body) {
    String asked = "was requested in " + place.region();
    return answer
        .headers()
        .firstValue("x-amz-bucket-region")
        .filter(text -> REGION_NAME.matcher(text).matches())
        .or(() -> first(REGION, body))
        .map(region -> "its bucket is in region " + region + ", but " + asked)
        .orElse("its bucket is in another region, or at another endpoint; it " + asked);
  }

  private static Optional<String> first(Pattern pattern, String body) {
    Matcher matcher = pattern.matcher(body);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
