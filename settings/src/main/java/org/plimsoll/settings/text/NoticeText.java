package org.plimsoll.settings.text;

import java.util.List;
import org.plimsoll.engine.spec.Secret;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SinkSpec.NoticeFormat;

/**
 * Parses receivers of notices: {@code webhook(https://alerts.example.com/hook,secret=env:NAME)}.
 */
public final class NoticeText {
  /**
   * The URL of a webhook. It is a secret, because the URLs of services such as Slack contain the
   * credentials.
   */
  private static final Argument<Secret> URL =
      Argument.of(
              "url",
              "an http or https URL, env:NAME or file:/path with one",
              NoticeText::address,
              NoticeText::reached)
          .asSecret();

  private static final Argument<Secret> SECRET =
      SecretReference.argument("secret", "signs each notice with HMAC-SHA256");
  private static final Argument<NoticeFormat> FORMAT =
      Argument.of("format", "json or slack", NoticeText::format, Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("json")
          .describedAs("the body: Plimsoll's own JSON, or a message for Slack");

  public static final Forms<SinkSpec> FORMS =
      Forms.<SinkSpec>of(
              "notify",
              Form.of(
                  "webhook",
                  "a POST request for each notice",
                  URL,
                  SECRET,
                  FORMAT,
                  SinkSpec.Webhook::new))
          .shownBy(NoticeText::shown);

  private NoticeText() {}

  /** Returns receivers, separated by commas, with their secrets as {@code ***}. */
  public static String shown(String text) {
    return ShownText.ofAll(FORMS, text);
  }

  private static Secret address(String text) {
    Secret address = new Secret(text);
    if (!address.isReference() && Addresses.http(text).getUserInfo() != null) {
      throw new IllegalArgumentException("must have no user name");
    }
    return address;
  }

  /**
   * Returns the resources that a URL reaches. An address in a file or a variable is checked when
   * the webhook is opened.
   */
  private static List<Reached> reached(Secret address) {
    return address.isReference()
        ? SecretReference.reached(address)
        : List.of(Reached.Hosts.of(Addresses.http(address.text())));
  }

  private static NoticeFormat format(String text) {
    return switch (text) {
      case "json" -> NoticeFormat.JSON;
      case "slack" -> NoticeFormat.SLACK;
      default -> throw new IllegalArgumentException("must be json or slack");
    };
  }
}
