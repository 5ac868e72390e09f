package org.plimsoll.report.folder;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** The JSON of results: what {@code --json} prints and a run folder holds. */
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

  /** Reads and writes the records of this package; tolerates fields of later versions. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** A result as indented JSON that ends with a line break. */
  public static String text(Object result) {
    return mapper().writerWithDefaultPrettyPrinter().writeValueAsString(result) + "\n";
  }

  /** JSON knows neither NaN nor infinity, and other people's parsers choke on both. */
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
