package org.plimsoll.report.page;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Renders the templates of the pages, {@code *.ftlh} next to this class. All inserted values are
 * escaped except our own charts and style sheets, and control characters are replaced. Texts of a
 * target are therefore shown and never interpreted.
 */
final class Html {
  private static final Configuration TEMPLATES = templates();

  private Html() {}

  private static Configuration templates() {
    Configuration templates = new Configuration(Configuration.VERSION_2_3_34);
    templates.setClassForTemplateLoading(Html.class, "");
    templates.setDefaultEncoding("UTF-8");
    templates.setNumberFormat("computer");
    templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    templates.setLogTemplateExceptions(false);
    return templates;
  }

  /**
   * Renders a template.
   *
   * @param name name of the template without its extension
   * @param values inserted values; {@code css} is added
   */
  static String of(String name, Map<String, ?> values) throws IOException {
    Map<String, Object> all = new HashMap<>(values);
    all.put("css", css());
    StringWriter page = new StringWriter();
    try {
      TEMPLATES.getTemplate(name + ".ftlh").process(all, page);
    } catch (TemplateException e) {
      throw new IllegalStateException("the template " + name + " does not fit its values", e);
    }
    return page.toString().replaceAll("[\\x00-\\x1f&&[^\\n\\t]]", "\ufffd");
  }

  private static String css() throws IOException {
    try (InputStream css = Html.class.getResourceAsStream("report.css")) {
      return new String(
          Objects.requireNonNull(css, "report.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Escapes a text for HTML text and quoted attributes. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return safe.toString();
  }
}
