package org.plimsoll.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.engine.spec.SinkSpec.NoticeFormat;
import org.plimsoll.result.Figures;
import org.plimsoll.result.RunStart;
import tools.jackson.databind.json.JsonMapper;

/** Writes notices as the body of a request. */
final class NoticeBody {
  private NoticeBody() {}

  /**
   * Returns a notice as the body of a request.
   *
   * @param id the same for each attempt to deliver the notice
   */
  static byte[] of(Notice notice, String id, RunStart run, NoticeFormat format) {
    Map<String, Object> body =
        switch (format) {
          case JSON -> json(notice, id, run);
          case SLACK -> Map.of("text", slack(notice, run));
        };
    return JsonMapper.shared().writeValueAsString(body).getBytes(UTF_8);
  }

  private static Map<String, Object> json(Notice notice, String id, RunStart run) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("id", run.id());
    about.put("name", run.name());
    about.put("target", run.target());
    about.put("startedAt", run.startedAt().toString());
    about.put("generator", RunStart.hostName());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", id);
    body.put("event", notice.kind().word());
    body.put("at", notice.at().toString());
    body.put("text", notice.text());
    body.put("run", about);
    if (notice.atNanos() != null) {
      body.put("atNanos", notice.atNanos());
    }
    if (notice.period() != null) {
      body.put("period", notice.period());
    }
    if (!notice.result().isEmpty()) {
      body.put("result", notice.result());
    }
    return body;
  }

  private static String slack(Notice notice, RunStart run) {
    Long atNanos = notice.atNanos();
    return "*"
        + notice.kind().title()
        + "*: "
        + escaped(notice.text())
        + "\nrun "
        + escaped(run.name())
        + " ("
        + escaped(run.id())
        + ") on "
        + escaped(run.target())
        + (atNanos == null ? "" : ", " + Figures.clock(atNanos) + " after its start");
  }

  /** Escapes Slack's three control characters, so that no text becomes a mention or a link. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
