package org.plimsoll.settings.text;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.engine.spec.LabelsSpec;
import org.plimsoll.engine.spec.Secret;

/** Parses the platforms that provide node labels: {@code ec2}, {@code eureka(url,application)}. */
public final class LabelsText {
  private static final Pattern APPLICATION_NAME = Pattern.compile("[A-Za-z0-9_.$-]{1,128}");
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_.:-]{0,253}");

  private static final Argument<String> FILE =
      Argument.file()
          .used(Argument.Use.KEYED)
          .withDefault("/etc/podinfo/labels")
          .describedAs("file with the labels of the pod, mounted as a volume");
  private static final Argument<URI> URL = Addresses.http();
  private static final Argument<String> APPLICATION =
      Argument.of(
          "application",
          "a name of letters, digits and _ . $ -",
          text -> checked(text, APPLICATION_NAME),
          Reached.nothing());
  private static final Argument<String> HOST =
      Argument.of("host", "a host", text -> checked(text, HOST_NAME), Reached.nothing())
          .used(Argument.Use.KEYED)
          .withDefault("")
          .describedAs("host of this instance in the registry; empty: any address of this machine");
  private static final Argument<Secret> USER =
      SecretReference.argument("user", "user name for the registry");
  private static final Argument<Secret> PASSWORD =
      SecretReference.argument("password", "password for the registry");

  public static final Forms<LabelsSpec> FORMS =
      Forms.<LabelsSpec>of(
          "--labels-from",
          Form.of("ec2", "the metadata of this instance", LabelsSpec.Ec2::new),
          Form.of("kubernetes", "the downward API of this pod", FILE, LabelsSpec.Kubernetes::new),
          Form.<LabelsSpec>of(
              "eureka",
              "the record of this instance in Eureka",
              List.of(URL, APPLICATION, HOST, USER, PASSWORD),
              given ->
                  new LabelsSpec.Eureka(
                      given.get(URL),
                      given.get(APPLICATION),
                      given.get(HOST),
                      given.get(USER),
                      given.get(PASSWORD))));

  private LabelsText() {}

  private static String checked(String text, Pattern form) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException("does not have the required form");
    }
    return text;
  }
}
