package org.plimsoll.report.folder;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** The JSON format of results, in {@code --json} output and in run folders. */
public final class ResultJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, new FiniteSerializer())
                  .addSerializer(Double.TYPE, new FiniteSerializer()))
          .build();

  private ResultJson() {}

  /** Returns a mapper for the records of this package that ignores fields of later versions. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** Returns a result as indented JSON with a final line break. */
  public static String text(Object result) {
    return mapper().writerWithDefaultPrettyPrinter().writeValueAsString(result) + "\n";
  }

  /** Writes NaN and infinity as null, because JSON has neither and other parsers reject both. */
  private static final class FiniteSerializer extends ValueSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator out, SerializationContext context) {
      if (Double.isFinite(value)) {
        out.writeNumber(value.doubleValue());
      } else {
        out.writeNull();
      }
    }
  }
}
