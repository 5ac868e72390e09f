package org.plimsoll.server.openapi;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Role;

/**
 * The endpoints that serve the OpenAPI document and its page. They need no role, because they
 * contain no data of runs.
 */
public final class DocumentEndpoints {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
      main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
      summary { cursor: pointer; padding: .3rem 0; }
      details { border-bottom: 1px solid #8886; }
      code { font-size: .9em; overflow-wrap: anywhere; }
      dt { font-weight: bold; margin-top: .6rem; }
      dd { margin-left: 1rem; }
      """;

  private final List<Endpoint> endpoints;
  private final String version;

  private DocumentEndpoints(List<Endpoint> endpoints, String version) {
    this.endpoints = endpoints;
    this.version = version;
  }

  /** Returns the given endpoints and those of their OpenAPI document. */
  public static List<Endpoint> with(List<Endpoint> others, String version) {
    List<Endpoint> all = new ArrayList<>(others);
    DocumentEndpoints self = new DocumentEndpoints(all, version);
    all.add(
        Endpoint.get(
                "/openapi.json", "The REST interface as an OpenAPI 3.1 document.", self::document)
            .needs(Role.ANYBODY));
    all.add(
        Endpoint.get("/docs", "The REST reference as an HTML page.", self::page)
            .needs(Role.ANYBODY));
    all.add(
        Endpoint.get("/docs.css", "The style sheet of the reference.", self::style)
            .needs(Role.ANYBODY));
    return List.copyOf(all);
  }

  private void document(Context request) {
    Bodies.answer(request, new OpenApi(endpoints, version).document());
  }

  private void page(Context request) {
    request.contentType("text/html; charset=utf-8").result(new RestPage(endpoints).html());
  }

  private void style(Context request) {
    request.contentType("text/css; charset=utf-8").result(STYLE);
  }
}
